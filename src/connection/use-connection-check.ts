// Health check of the connection in use: a poll of its models.
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#api/errors.ts';
import { modelsQuery } from '#api/queries.ts';
import { checkDelayMs, pollCounts, pollHistory } from './polling.ts';
import { currentConnection, useConnections } from './store.ts';
import { useClient } from './use-client.ts';

/** `offline`: no answer. `failing`: an error, or not an answer of this API. */
export type ConnectionState = 'checking' | 'connected' | 'refused' | 'offline' | 'failing';

export interface ConnectionCheck {
  readonly state: ConnectionState;
  readonly modelCount: number | undefined;
  readonly problem: string | undefined;
}

/** Once a minute while the page is visible; after a failure from seconds up to a minute. */
export function useConnectionCheck(): ConnectionCheck {
  const client = useClient();
  const isRefused = useConnections((state) => state.refused.includes(currentConnection(state).id));
  const query = useQuery({
    ...modelsQuery(client),
    enabled: !isRefused,
    refetchInterval: (asked) => checkDelayMs(pollHistory(asked.state, pollCounts(asked))),
  });
  return {
    state: isRefused ? 'refused' : stateOf(query.status, query.error),
    modelCount: query.data?.items.length,
    problem: isRefused ? 'It does not accept these credentials.' : query.error?.message,
  };
}

function stateOf(status: 'pending' | 'error' | 'success', error: Error | null): ConnectionState {
  if (status === 'success') return 'connected';
  if (status === 'pending') return 'checking';
  return error instanceof ApiError && error.kind === 'network' ? 'offline' : 'failing';
}

// API client of the connection in use: token guard, health check.
import { useQuery, useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { createClient, type Client } from '#api/client.ts';
import type { Connection } from '#api/connection.ts';
import type { Fetch } from '#api/http.ts';
import { modelsQuery } from '#api/queries.ts';
import { activeProfile, serverId } from './profiles.ts';
import {
  currentConnection,
  noteAccepted,
  noteAnswered,
  noteRefused,
  isGone,
  noteUpstream,
  useConnections,
} from './store.ts';
import { ApiError } from '#api/errors.ts';
import { checkDelayMs, pollCounts, pollHistory } from './polling.ts';

/** The same object until address or credentials change. */
export function useClient(): Client {
  return clientOf(useConnections(currentConnection));
}

/** For stored data. Changes when the first answer names the upstream. */
export function useServiceKey(): string {
  return useConnections((state) => clientOf(currentConnection(state)).serviceKey());
}

const clients = new WeakMap<Connection, Client>();

function clientOf(connection: Required<Connection>): Client {
  const known = clients.get(connection);
  if (known) return known;
  const { id } = connection;
  const guard = {
    isGone: () => isGone(connection),
    isRefused: () => useConnections.getState().refused.includes(id),
    onRefused: () => noteRefused(id),
    onAccepted: () => noteAccepted(id),
    onUpstream: (host: string) => noteUpstream(id, host),
    onAnswered: (isAnswered: boolean) => noteAnswered(id, isAnswered),
  };
  const client = createClient(
    connection,
    guardedFetch((url, init) => fetch(url, init), guard),
  );
  clients.set(connection, client);
  return client;
}

interface Guard {
  readonly isGone: () => boolean;
  readonly isRefused: () => boolean;
  readonly onRefused: () => void;
  readonly onAccepted: () => void;
  readonly onUpstream: (host: string) => void;
  readonly onAnswered: (isAnswered: boolean) => void;
}

/**
 * Reads on a refused connection get a local 401, so that no poll repeats a wrong token. POSTs are still sent;
 * a success ends the refusal. What waits for a connection that is gone is not sent.
 */
export function guardedFetch(fetch: Fetch, guard: Guard): Fetch {
  return async (url, init) => {
    const reason = guard.isGone()
      ? 'Its connection was changed or forgotten'
      : init.method !== 'POST' && guard.isRefused() && 'The credentials were refused before';
    if (reason) return Response.json({ error: { message: `${reason}; nothing was sent.` } }, { status: 401 });
    const response = await fetch(url, init).catch((error: unknown) => {
      if (init.signal?.aborted !== true) guard.onAnswered(false);
      throw error;
    });
    guard.onAnswered(true);
    const upstream = response.headers.get('x-inferdeck-upstream');
    // An error may come from a reverse proxy in front of the server.
    if (upstream !== null || response.ok) guard.onUpstream(upstream ?? '');
    if (response.status === 401) guard.onRefused();
    else if (response.ok) guard.onAccepted();
    return response;
  };
}

/** False for a direct connection or a proxy. */
export function useEmbedded(): boolean {
  return useConnections((state) => activeProfile(state, location.origin).id === serverId && !state.upstream);
}

/** Sends no request; the same set while the list is the same. */
export function useListedIds(): ReadonlySet<string> {
  const { data } = useQuery({ ...modelsQuery(useClient()), enabled: false });
  return useMemo(() => new Set(data?.items.map(({ id }) => id)), [data]);
}

/** `offline`: no answer. `failing`: an error, or not an answer of this API. */
export type ConnectionState = 'checking' | 'connected' | 'refused' | 'offline' | 'failing';

export interface ConnectionCheck {
  readonly state: ConnectionState;
  readonly modelCount: number | undefined;
  readonly problem: string | undefined;
}

/**
 * Once a minute while the page is visible; after a failure from seconds up to a minute; at once where another request
 * found otherwise.
 */
export function useConnectionCheck(): ConnectionCheck {
  const client = useClient();
  const isRefused = useConnections((state) => state.refused.includes(currentConnection(state).id));
  const query = useQuery({
    ...modelsQuery(client),
    enabled: !isRefused,
    refetchInterval: (asked) => checkDelayMs(pollHistory(asked.state, pollCounts(asked))),
    refetchOnReconnect: 'always',
  });
  const isAnswered = useConnections((state) => state.isAnswered);
  const state = isRefused ? 'refused' : stateOf(query.status, query.error);
  const { refetch } = query;
  useEffect(() => {
    if (state === (isAnswered ? 'offline' : 'connected')) void refetch({ cancelRefetch: false });
  }, [isAnswered, state, refetch]);
  const cache = useQueryClient();
  // Once it is reached again, no other request waits for its own turn.
  useEffect(
    () =>
      state === 'offline'
        ? () =>
            void cache.refetchQueries({ type: 'active', predicate: hadNoAnswer }, { cancelRefetch: false })
        : undefined,
    [cache, state],
  );
  return {
    state,
    modelCount: query.data?.items.length,
    problem: isRefused ? 'It requires a valid access token.' : query.error?.message,
  };
}

function stateOf(status: 'pending' | 'error' | 'success', error: Error | null): ConnectionState {
  if (status === 'success') return 'connected';
  if (status === 'pending') return 'checking';
  return isUnanswered(error) ? 'offline' : 'failing';
}

function hadNoAnswer(query: Query): boolean {
  const isPaused = query.observers.every(({ options: { refetchInterval: next } }) =>
    typeof next === 'function' ? next(query) === false : next === false,
  );
  return isUnanswered(query.state.error) && !isPaused;
}

function isUnanswered(error: Error | null): boolean {
  return error instanceof ApiError && error.kind === 'network';
}

// How many fine-tunes run, beside the name of their page: from the list that this page keeps, asked for no oftener than there.
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { asksOnReturn } from '#connection/polling.ts';
import { currentConnection, useConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { listMemory } from '#pages/fine-tunes/list-memory.ts';
import { delayOf, polledFineTunesQuery } from '#pages/fine-tunes/fine-tunes-query.ts';
import { statusKind } from '#api/fine-tune-status.ts';
import { paths } from './paths.ts';

/** A younger answer is not asked for again by a tab that comes back. */
const freshMs = 60_000;

/** Load it when the page rests. Nothing until the list is known, nor where the service has none. */
export function RunningCount() {
  const client = useClient();
  const memory = listMemory(client);
  const isRefused = useConnections((state) => state.refused.includes(currentConnection(state).id));
  // The page of fine-tunes asks by itself, and can be paused.
  const isAskedThere = useRouterState({
    select: ({ location }) => isAskedOn(location.pathname),
  });
  const isShown = useSyncExternalStore(watchWidth, isWide);
  const { data, error } = useQuery({
    ...polledFineTunesQuery(client),
    enabled: isShown && !isRefused && !isAskedThere,
    staleTime: freshMs,
    refetchInterval: ({ state }) => delayOf(state, memory, null),
    refetchOnWindowFocus: ({ state }) => asksOnReturn(state, delayOf(state, memory, null)),
  });
  if (data === undefined || error !== null) return null;
  const count = data.items.filter(({ status }) => statusKind(status) === 'running').length;
  return <span className={count > 0 ? 'text-act' : undefined}>{count} running</span>;
}

function isAskedOn(path: string): boolean {
  return path.startsWith(paths.fineTunes) && path !== paths.localLogs;
}

/** Where the bar has room for it: the breakpoint `desk` of the theme. */
const wide = matchMedia('(min-width: 64rem)');

function watchWidth(onChange: () => void): () => void {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}

function isWide(): boolean {
  return wide.matches;
}

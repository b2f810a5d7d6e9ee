// Count of running fine-tunes in the navigation.
import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'wouter/use-browser-location';
import { refetchOnFocus } from '#connection/polling.ts';
import { currentConnection, useConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { paths } from '#lib/address.ts';
import { listMemory, delayOf, polledFineTunesQuery } from '#pages/fine-tunes/fine-tunes-query.ts';
import { statusKind } from '#api/fine-tune-status.ts';
import { desk, useMedia } from '#ui/use-media.ts';

/** A tab that becomes visible does not refetch a younger answer. */
const freshMs = 60_000;

/** Lazy; load it when idle. Renders nothing until the list is known, or if the service has none. */
export function RunningCount() {
  const client = useClient();
  const memory = listMemory(client);
  const isRefused = useConnections((state) => state.refused.includes(currentConnection(state).id));
  // The fine-tunes page polls by itself, and can be paused.
  const isAskedThere = isAskedOn(usePathname());
  // Narrower, the bar has no room for it.
  const isShown = useMedia(desk);
  const { data, error } = useQuery({
    ...polledFineTunesQuery(client),
    enabled: isShown && !isRefused && !isAskedThere,
    staleTime: freshMs,
    refetchInterval: ({ state }) => delayOf(state, memory, null),
    refetchOnWindowFocus: ({ state }) => refetchOnFocus(state, delayOf(state, memory, null)),
  });
  if (data === undefined || error !== null) return null;
  const count = data.items.filter(({ status }) => statusKind(status) === 'running').length;
  return (
    <span title={`${count} running`} className="text-act">
      {count > 0 && <span aria-hidden="true">{count}</span>}
      <span className="sr-only">{count} running</span>
    </span>
  );
}

function isAskedOn(path: string): boolean {
  return path.startsWith(paths.fineTunes) && path !== paths.localLogs;
}

// The one observer that polls the fine-tunes. A page has it once; its parts are handed what they need.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { asksOnReturn, pollTimes } from '#connection/polling.ts';
import { useClient } from '#connection/use-client.ts';
import type { PollTimes } from '#ui/PollButtons.tsx';
import { useNotices } from './insight/alerts/notices.ts';
import { goneFrom, listMemory, type Seen } from './list-memory.ts';
import { hiddenDelayMs } from './poll-policy.ts';
import { delayOf, polledFineTunesQuery } from './polled-query.ts';
import { serviceClock, type ServiceClock } from './service-clock.ts';
import { isOver } from '#api/fine-tune-status.ts';
import { useIsHidden } from './use-is-hidden.ts';

/** How old what is shown is, and what can be done about it. */
export interface Freshness extends PollTimes {
  /** Why the last request failed; what is shown is then older. */
  readonly error: Error | null;
  readonly setPaused: (isPaused: boolean) => void;
  readonly refresh: () => void;
}

/** The list as it is known; undefined before the first answer. */
export interface PolledFineTunes {
  readonly list: RecordList<FineTune> | undefined;
  /** Listed before, but not in the last answer. */
  readonly gone: readonly Seen[];
  readonly freshness: Freshness;
  readonly clock: ServiceClock;
}

const soonestMs = 5_000;

/**
 * A hidden tab asks for nothing, but where the open fine-tune goes on and its alerts are to be notified.
 * @param openId the fine-tune whose page is open; it is asked for more often while it runs
 */
export function usePolledFineTunes(openId: string | null): PolledFineTunes {
  const client = useClient();
  const memory = listMemory(client);
  const [isPaused, setPaused] = useState(false);
  const isHidden = useIsHidden();
  const wantsNotices = useNotices(({ state }) => state === 'on');
  const open = openId === null ? undefined : memory.seen.get(openId)?.fineTune;
  const query = useQuery({
    ...polledFineTunesQuery(client),
    staleTime: soonestMs,
    refetchInterval: ({ state }) => {
      if (isPaused) return false;
      const delayMs = delayOf(state, memory, openId);
      return isHidden ? hiddenDelayMs(delayMs) : delayMs;
    },
    refetchIntervalInBackground: wantsNotices && open !== undefined && !isOver(open.status),
    refetchOnWindowFocus: ({ state }) => !isPaused && asksOnReturn(state, delayOf(state, memory, openId)),
    refetchOnReconnect: ({ state }) => !isPaused && state.error === null,
  });
  const { data, error } = query;
  const gone = useMemo(() => (data === undefined ? [] : goneFrom(memory, data)), [memory, data]);
  return {
    list: data,
    gone,
    clock: serviceClock(client, memory),
    freshness: {
      ...pollTimes(query, delayOf(query, memory, openId), isPaused),
      error,
      setPaused,
      refresh: () => void query.refetch({ cancelRefetch: false }),
    },
  };
}

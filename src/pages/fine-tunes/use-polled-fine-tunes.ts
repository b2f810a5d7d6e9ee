// Hook that polls the fine-tunes; the only observer that does.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { Client } from '#api/client.ts';
import { isOver } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { refetchOnFocus, pollTimes } from '#connection/polling.ts';
import { useClient } from '#connection/use-client.ts';
import { useNotices } from './notifications.ts';
import type { Freshness } from '#ui/Freshness.tsx';
import {
  hiddenDelayMs,
  delayOf,
  polledFineTunesQuery,
  goneFrom,
  listMemory,
  type Seen,
  type ListMemory,
} from './fine-tunes-query.ts';

/** Undefined before the first answer. */
interface PolledFineTunes {
  readonly list: RecordList<FineTune> | undefined;
  /** No longer listed. */
  readonly gone: readonly Seen[];
  readonly freshness: Freshness;
  readonly clock: ServiceClock;
}

const soonestMs = 5_000;

/**
 * A hidden tab polls only for notifications of a live, open fine-tune.
 * @param openId polled faster while it runs
 */
export function usePolledFineTunes(openId: string | null): PolledFineTunes {
  const client = useClient();
  const memory = listMemory(client);
  const [isPaused, setPaused] = useState(memory.isPaused);
  const isHidden = useIsHidden();
  const wantsNotices = useNotices(({ isOn }) => isOn);
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
    refetchOnWindowFocus: ({ state }) => !isPaused && refetchOnFocus(state, delayOf(state, memory, openId)),
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
      setPaused(next) {
        // From the list to a fine-tune and back, too.
        listMemory(client).isPaused = next;
        setPaused(next);
      },
      refresh: () => {
        listMemory(client).isAsked = true;
        void query.refetch({ cancelRefetch: false });
      },
    },
  };
}

function useIsHidden(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'hidden');
}

function subscribe(act: () => void): () => void {
  document.addEventListener('visibilitychange', act);
  return () => document.removeEventListener('visibilitychange', act);
}

/** Added to local time. */
export interface ServiceClock {
  /** For ages; 0 if unknown. */
  readonly aheadMs: number;
  /**
   * For lateness and silence: at least the newest time in answers, so that a wrong local clock causes no
   * false alarm.
   */
  readonly minAheadMs: number;
}

export function serviceClock(
  client: Pick<Client, 'clockOffsetMs'>,
  memory: Pick<ListMemory, 'minAheadMs'>,
): ServiceClock {
  const known = client.clockOffsetMs();
  return { aheadMs: known ?? 0, minAheadMs: known ?? memory.minAheadMs ?? 0 };
}

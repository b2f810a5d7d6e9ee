// The fine-tune that is chosen, and its rungs; read again while it is not over.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOver } from '#api/fine-tune-status.ts';
import { checkpointsQuery, fineTunesQuery } from '#api/queries.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { calmDelayMs, failedDelayMs, pollCounts, pollHistory } from '#connection/polling.ts';
import { useClient } from '#connection/use-client.ts';
import { useListedIds } from '#connection/use-listed-ids.ts';
import { type Rung, rungsOf } from '#pages/playground/compare/rungs.ts';

/** Milliseconds between two readings of a fine-tune that is not over, while each brings news. */
const pollMs = 5000;

/** What the ladder stands on. */
export interface Ladder {
  readonly fineTunes: readonly FineTune[];
  /** Null where the service has none. */
  readonly fineTune: FineTune | null;
  readonly rungs: readonly Rung[];
  readonly isOver: boolean;
  readonly isLoading: boolean;
  /** What could not be read; null where everything could, or an older answer is shown. */
  readonly failure: { readonly title: string; readonly message: string; readonly retry: () => void } | null;
}

/** @param choose one of the ids that are listed; null, and one that is not there, is the first */
export function useLadder(choose: (ids: readonly string[]) => string | null): Ladder {
  const client = useClient();
  const listed = useListedIds();
  const pick = (items: readonly FineTune[] = []) => {
    const chosen = choose(items.map(({ id }) => id));
    return items.find(({ id }) => id === chosen) ?? items[0];
  };
  const list = useQuery({
    ...fineTunesQuery(client),
    refetchInterval: (query) => {
      const open = pick(query.state.data?.items);
      if (open === undefined || isOver(open.status)) return false;
      const history = pollHistory(query.state, pollCounts(query));
      const usualMs = calmDelayMs(pollMs, history);
      return history.failure === null ? usualMs : failedDelayMs(usualMs, history);
    },
  });
  const fineTune = pick(list.data?.items) ?? null;
  const checkpoints = useQuery(checkpointsQuery(client, fineTune?.id ?? null));

  // A checkpoint is saved, or the model comes out, with an event or another status; nothing else is asked in between.
  const progress = fineTune && `${fineTune.id} ${fineTune.status} ${fineTune.events?.length ?? 0}`;
  const { refetch } = checkpoints;
  useEffect(() => {
    if (progress !== null) void refetch({ cancelRefetch: false });
  }, [progress, refetch]);

  const failed = list.isLoadingError ? list : checkpoints.isLoadingError ? checkpoints : null;
  return {
    fineTunes: list.data?.items ?? [],
    fineTune,
    rungs: fineTune === null ? [] : rungsOf(fineTune, checkpoints.data?.items ?? [], listed),
    isOver: fineTune !== null && isOver(fineTune.status),
    isLoading: list.isPending || (fineTune !== null && checkpoints.isPending),
    failure: failed && {
      title: failed === list ? 'The fine-tunes could not be read.' : 'The checkpoints could not be read.',
      message: failed.error?.message ?? '',
      retry: () => void failed.refetch(),
    },
  };
}

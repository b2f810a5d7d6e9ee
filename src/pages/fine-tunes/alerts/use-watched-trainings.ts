// Hook for the alerts of several trainings, found by the worker.
import { useEffect, useMemo, useState } from 'react';
import type { Watched } from './find-alerts.ts';
import { useThresholds } from './thresholds-store.ts';
import type { Thresholds } from './thresholds.ts';
import { watchLater } from './watch-later.ts';
import type { WatchOrder } from './watch-order.ts';

export interface Training {
  readonly id: string;
  /** Another object once it has changed. */
  readonly state: object;
  readonly facts: WatchOrder['facts'];
}

/** What is shown again has its alerts at once. */
const kept = new WeakMap<object, { readonly thresholds: Thresholds; readonly watched: Watched }>();

/**
 * By id. One that has changed keeps its earlier findings until it is watched again.
 * @param trainings keep the array while unchanged
 */
export function useWatchedTrainings(trainings: readonly Training[]): ReadonlyMap<string, Watched> {
  const { thresholds } = useThresholds();
  const [known, setKnown] = useState<ReadonlyMap<string, Watched>>(new Map());
  useEffect(() => {
    const orders = trainings.flatMap(({ id, state, facts }) => {
      if (kept.get(state)?.thresholds === thresholds) return [];
      return watchLater({ facts, thresholds }, (watched) => {
        kept.set(state, { thresholds, watched });
        setKnown((before) => new Map(before).set(id, watched));
      });
    });
    return () => {
      for (const takeBack of orders) takeBack();
    };
  }, [trainings, thresholds]);
  return useMemo(
    () =>
      new Map(
        trainings.flatMap(({ id, state }) => {
          const watched = kept.get(state)?.watched ?? known.get(id);
          return watched === undefined ? [] : [[id, watched] as const];
        }),
      ),
    [trainings, known],
  );
}

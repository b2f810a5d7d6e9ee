// Hook for the alerts of several trainings, found by the worker.
import { useEffect, useMemo, useState } from 'react';
import type { Watched } from './find-alerts.ts';
import { useThresholds } from './thresholds-store.ts';
import type { Thresholds } from './thresholds.ts';
import { watchLater } from './watch-later.ts';
import type { WatchOrder } from './watch-order.ts';

type Facts = WatchOrder['facts'];

/** By curves or record: what is shown again has its alerts at once. */
const kept = new WeakMap<object, { readonly thresholds: Thresholds; readonly watched: Watched }>();

/**
 * By id. One that has changed keeps its earlier findings until it is watched again.
 * @param all keep the array while unchanged
 */
export function useWatchedTrainings(all: readonly Facts[]): ReadonlyMap<string, Watched> {
  const { thresholds } = useThresholds();
  const [known, setKnown] = useState<ReadonlyMap<string, Watched>>(new Map());
  useEffect(() => {
    const orders = all.flatMap((facts) => {
      if (kept.get(stateOf(facts))?.thresholds === thresholds) return [];
      return watchLater({ facts, thresholds }, (watched) => {
        kept.set(stateOf(facts), { thresholds, watched });
        setKnown((before) => new Map(before).set(facts.record.id, watched));
      });
    });
    return () => {
      for (const takeBack of orders) takeBack();
    };
  }, [all, thresholds]);
  return useMemo(() => {
    const entries = all.flatMap((facts) => {
      const watched = kept.get(stateOf(facts))?.watched ?? known.get(facts.record.id);
      return watched === undefined ? [] : [[facts.record.id, watched] as const];
    });
    return new Map(entries);
  }, [all, known]);
}

function stateOf({ curves, record }: Facts): object {
  return curves ?? record;
}

// Hook for alerts replayed over log files.
import { useEffect, useState } from 'react';
import { pointCount, type CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { Alert } from '#pages/fine-tunes/alerts/alert.ts';
import { alertsAt } from '#pages/fine-tunes/alerts/find-alerts.ts';
import { useThresholds } from '#pages/fine-tunes/alerts/thresholds-store.ts';
import type { Thresholds } from '#pages/fine-tunes/alerts/thresholds.ts';
import { watchLater } from '#pages/fine-tunes/alerts/watch-later.ts';
import type { ImportedRun } from '#pages/fine-tunes/log-files/log-places.ts';

/** Further or longer runs are only charts. */
const [mostRuns, mostPoints] = [8, 1_000_000];

/** Newest alerts first. */
export interface WatchedRun {
  readonly run: ImportedRun;
  readonly alerts: readonly Alert[];
}

/** Lives as long as the curves. */
const kept = new WeakMap<CurveSet, { readonly thresholds: Thresholds; readonly alerts: readonly Alert[] }>();

/** A grown run keeps its alerts until watched again. */
export function useLogAlerts(runs: readonly ImportedRun[]): readonly WatchedRun[] {
  const { thresholds } = useThresholds();
  const [known, setKnown] = useState<ReadonlyMap<string, readonly Alert[]>>(new Map());
  useEffect(() => {
    const orders = runs.slice(0, mostRuns).flatMap(({ id, curves }) => {
      if (kept.get(curves)?.thresholds === thresholds || lengthOf(curves) > mostPoints) return [];
      const facts = { record: { id, status: 'completed' }, events: [], curves, checkpoints: null };
      return watchLater({ facts, thresholds }, (watched) => {
        const alerts = alertsAt(watched, thresholds, [], null);
        kept.set(curves, { thresholds, alerts });
        setKnown((before) => new Map(before).set(id, alerts));
      });
    });
    return () => {
      for (const takeBack of orders) takeBack();
    };
  }, [runs, thresholds]);
  return runs.flatMap((run) => {
    const alerts = kept.get(run.curves)?.alerts ?? known.get(run.id);
    return alerts === undefined ? [] : [{ run, alerts }];
  });
}

function lengthOf({ curves }: CurveSet): number {
  return [...curves.values()].reduce((sum, segments) => sum + pointCount(segments), 0);
}

// Hook for alerts replayed over log files.
import { useEffect, useState } from 'react';
import { pointCount, type CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { Alert } from '#pages/fine-tunes/alerts/alert.ts';
import { alertsAt } from '#pages/fine-tunes/alerts/find-alerts.ts';
import { useThresholds } from '#pages/fine-tunes/alerts/thresholds-store.ts';
import type { Thresholds } from '#pages/fine-tunes/alerts/thresholds.ts';
import { watchLater } from '#pages/fine-tunes/alerts/watch-later.ts';
import type { ImportedRun } from '#pages/fine-tunes/log-files/log-places.ts';

/** Runs beyond these, and those with more points, are on the charts alone. */
const [mostRuns, mostPoints] = [8, 1_000_000];

/** A run and its alerts, the newest first. */
export interface WatchedRun {
  readonly run: ImportedRun;
  readonly alerts: readonly Alert[];
}

/** As long as its curves are open, whatever page is. */
const kept = new WeakMap<CurveSet, { readonly thresholds: Thresholds; readonly alerts: readonly Alert[] }>();

/** The runs that were watched so far; one that grew keeps what it had until it is watched again. */
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

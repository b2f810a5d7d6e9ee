// Worst alert per listed fine-tune, found in a worker.
import { useEffect, useMemo, useState } from 'react';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { worstAlert, type Alert } from '#pages/fine-tunes/alerts/alert.ts';
import { alertsAt, type Watched } from '#pages/fine-tunes/alerts/find-alerts.ts';
import { useThresholds } from '#pages/fine-tunes/alerts/thresholds-store.ts';
import type { Thresholds } from '#pages/fine-tunes/alerts/thresholds.ts';
import { watchLater } from '#pages/fine-tunes/alerts/watch-later.ts';
import { isOver } from '#api/fine-tune-status.ts';
import { setTitleBadge } from '#ui/title-badge.ts';

interface Known {
  readonly record: FineTune;
  readonly thresholds: Thresholds;
  readonly watched: Watched;
}

/** A list shown again has its alerts at once. */
const kept = new WeakMap<FineTune, Known>();

/**
 * By id, urgent ones only.
 * @param readMs time of the answer, by the service's clock
 */
export function useListAlerts(records: readonly FineTune[], readMs: number): ReadonlyMap<string, Alert> {
  const { thresholds } = useThresholds();
  // Meanwhile the previous record's findings are shown.
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(() => knownOf(records));
  useEffect(() => {
    const orders = records.flatMap((record) => {
      const { id, events = [] } = record;
      if (events.length === 0 || kept.get(record)?.thresholds === thresholds) return [];
      return watchLater(
        { facts: { record, events, curves: null, checkpoints: null }, thresholds },
        (watched) => {
          const found = { record, thresholds, watched };
          kept.set(record, found);
          setKnown((before) => new Map(before).set(id, found));
        },
      );
    });
    return () => {
      for (const takeBack of orders) takeBack();
    };
  }, [records, thresholds]);
  const found = useMemo(
    () => worstOf(records, known, thresholds, readMs),
    [records, known, thresholds, readMs],
  );
  const living = records.filter(({ id, status }) => found.has(id) && !isOver(status)).length;
  useEffect(() => setTitleBadge('fine-tunes', living), [living]);
  useEffect(() => () => setTitleBadge('fine-tunes', 0), []);
  return found;
}

function knownOf(records: readonly FineTune[]): ReadonlyMap<string, Known> {
  return new Map(
    records.flatMap((record) => {
      const found = kept.get(record);
      return found === undefined ? [] : [[record.id, found] as const];
    }),
  );
}

function worstOf(
  records: readonly FineTune[],
  known: ReadonlyMap<string, Known>,
  thresholds: Thresholds,
  readMs: number,
): ReadonlyMap<string, Alert> {
  return new Map(
    records.flatMap(({ id, status }) => {
      const watched = known.get(id)?.watched;
      if (watched === undefined) return [];
      const worst = worstAlert(alertsAt(watched, thresholds, [], isOver(status) ? null : readMs));
      return worst === null ? [] : [[id, worst] as const];
    }),
  );
}

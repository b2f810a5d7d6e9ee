// The curves of one fine-tune from its events and its metrics, made once for the same two.
import type { FineTuneEvent, FineTuneMetric } from '#api/schema/fine-tune.ts';
import type { CurveSet } from './curves/curve.ts';
import { areStepsCounted, curvesFromEvents } from './curves/from-events.ts';
import { curvesFromMetrics } from './curves/from-metrics.ts';
import { mergeCurves } from './curves/merge-curves.ts';

const made = new WeakMap<readonly FineTuneEvent[], WeakMap<readonly FineTuneMetric[], CurveSet>>();
const noRows: readonly FineTuneMetric[] = [];

/** The same object as long as both arrays are the same. Where both tell of a step, the metrics are more exact. */
export function curvesOf(
  events: readonly FineTuneEvent[],
  rows: readonly FineTuneMetric[] = noRows,
): CurveSet {
  const byRows = made.get(events) ?? new WeakMap<readonly FineTuneMetric[], CurveSet>();
  made.set(events, byRows);
  const known = byRows.get(rows);
  if (known !== undefined) return known;
  const fromEvents = curvesFromEvents(events);
  const fromMetrics = curvesFromMetrics(rows);
  const isMeasured = fromMetrics.curves.size > 0;
  // Steps that were counted are not those of the metrics.
  const curves =
    isMeasured && areStepsCounted(fromEvents)
      ? fromMetrics
      : isMeasured
        ? mergeCurves([fromEvents, fromMetrics])
        : fromEvents;
  byRows.set(rows, curves);
  return curves;
}

// Overfitting watcher: evaluation loss rises while training loss falls.
import { upperBound } from '#lib/decimate.ts';
import { figure, leastChange, type Point, pointAt, median } from './sorted-window.ts';
import type { CurveSegment, CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { Alert } from './alert.ts';
import type { Thresholds } from './thresholds.ts';

/** Their median is the training loss at an evaluation. */
const nearPoints = 25;
/** Relative to the lowest evaluation; a smaller rise is noise. */
const leastShare = 0.03;

/** One alert per series, at the evaluation that confirms it. */
export function watchOverfit(curves: CurveSet, { overfitEvals }: Thresholds): readonly Alert[] {
  const train = curves.curves.get('train loss') ?? [];
  return (curves.curves.get('eval loss') ?? []).flatMap((segment, place) => {
    const evals = Array.from(segment.steps.keys(), (index) => pointAt(segment, index, place));
    const finite = evals.filter(({ value }) => Number.isFinite(value));
    return watchSegment(finite, (step) => medianAt(train[place], step), overfitEvals);
  });
}

function watchSegment(
  evals: readonly Point[],
  near: (step: number) => number,
  overfitEvals: number,
): readonly Alert[] {
  const alerts: Alert[] = [];
  let [row, isSaid]: [Point[], boolean] = [[], false];
  /** Highest rise that reversed: small evaluations fluctuate. */
  let usual = 0;
  for (const point of evals) {
    const [from, before] = [row[0], row.at(-1)];
    if (from === undefined || before === undefined || point.value <= before.value) {
      if (from !== undefined && before !== undefined && !isSaid)
        usual = Math.max(usual, before.value - from.value);
      [row, isSaid] = [[point], false];
      continue;
    }
    row = [...row, point];
    if (isSaid || row.length <= overfitEvals) continue;
    const rise = point.value - from.value;
    if (rise < Math.max(leastChange, leastShare * from.value, 2 * usual)) continue;
    const [trainBefore, trainNow] = [near(from.step), near(point.step)];
    // A memorised text's training loss cannot fall any further.
    if (!(trainNow < trainBefore + Math.max(leastChange, 0.1 * trainBefore))) continue;
    isSaid = true;
    const count = row.length - 1;
    alerts.push({
      id: `overfitting:${point.segment}:${point.step}`,
      kind: 'overfitting',
      tone: 'warn',
      step: point.step,
      timeMs: point.timeMs,
      saw: `The evaluation rose ${count === 1 ? 'once' : `${count} times in a row`}, from ${figure(from.value)} at step ${from.step} to ${figure(point.value)}, while the training loss went from ${figure(trainBefore)} to ${figure(trainNow)}.`,
    });
  }
  return alerts;
}

/** Median of the finite points just before a step; NaN without points. */
function medianAt(train: CurveSegment | undefined, step: number): number {
  const near: number[] = [];
  const last = train === undefined ? -1 : upperBound(train.steps, step) - 1;
  for (let index = last; index >= 0 && near.length < nearPoints; index -= 1) {
    const value = train?.values[index] ?? Number.NaN;
    if (Number.isFinite(value)) near.push(value);
  }
  return median(near);
}

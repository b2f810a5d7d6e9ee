// Watches for overfitting: evaluations rise, one after another, while the training loss falls.
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { Alert } from './alert.ts';
import { figure, pointsOf, type Point } from './point.ts';
import { SortedWindow } from './sorted-window.ts';
import type { Thresholds } from './thresholds.ts';

/** Training points around an evaluation whose median stands for the loss there. */
const nearPoints = 9;

/** One alert for each row of rising evaluations, at the evaluation that confirms it. */
export function watchOverfit(curves: CurveSet, { overfitEvals }: Thresholds): readonly Alert[] {
  const evals = finite(curves, 'eval loss');
  const near = medianAt(finite(curves, 'train loss'));
  const alerts: Alert[] = [];
  let row: Point[] = [];
  for (const point of evals) {
    const before = row.at(-1);
    const isRise = before !== undefined && point.segment === before.segment && point.value > before.value;
    row = isRise ? [...row, point] : [point];
    const from = row[0];
    if (row.length !== overfitEvals + 1 || from === undefined) continue;
    const [trainBefore, trainNow] = [near(from), near(point)];
    if (trainBefore === null || trainNow === null || trainNow >= trainBefore) {
      // The training loss may begin to fall a little later: the row is looked at again with the next evaluation.
      row = row.slice(1);
      continue;
    }
    alerts.push({
      id: `overfitting:${point.segment}:${point.step}`,
      kind: 'overfitting',
      tone: 'warn',
      step: point.step,
      timeMs: point.timeMs,
      saw: `The evaluation rose ${overfitEvals === 1 ? 'once' : `${overfitEvals} times in a row`}, from ${figure(from.value)} at step ${from.step} to ${figure(point.value)}, while the training loss fell from ${figure(trainBefore)} to ${figure(trainNow)}.`,
    });
  }
  return alerts;
}

function finite(curves: CurveSet, name: 'eval loss' | 'train loss'): readonly Point[] {
  return [...pointsOf(curves, name)].filter(({ value }) => Number.isFinite(value));
}

/** The median training loss up to a step, of the points just before it; the steps asked for rise within a restart. */
function medianAt(points: readonly Point[]): (at: Point) => number | null {
  return ({ step, segment }) => {
    const end = points.findLastIndex((point) => point.segment === segment && point.step <= step) + 1;
    const window = new SortedWindow(nearPoints);
    for (const point of points.slice(Math.max(0, end - nearPoints), end))
      if (point.segment === segment) window.push(point.value);
    return window.count === 0 ? null : window.median();
  };
}

// Watches for figures that are no numbers any more: the first of every row of them, in every curve.
import { curveNames, type CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { Alert } from './alert.ts';
import { pointsOf } from './point.ts';

/** One alert for each row of NaN or infinities. */
export function watchFinite(curves: CurveSet): readonly Alert[] {
  const alerts: Alert[] = [];
  for (const name of curveNames) {
    let isBroken = false;
    for (const { step, value, timeMs, segment } of pointsOf(curves, name)) {
      const isFinite = Number.isFinite(value);
      if (!isFinite && !isBroken) {
        const word = Number.isNaN(value) ? 'NaN' : value > 0 ? 'infinite' : 'minus infinity';
        alerts.push({
          id: `not a number:${name}:${segment}:${step}`,
          kind: 'not a number',
          tone: 'bad',
          step,
          timeMs,
          saw: `The ${name} is ${word} at step ${step}.`,
        });
      }
      isBroken = !isFinite;
    }
  }
  return alerts;
}

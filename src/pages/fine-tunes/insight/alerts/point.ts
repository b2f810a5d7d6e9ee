// The points of a curve one by one, restarts behind one another, as a watcher sees them arrive.
import type { CurveName, CurveSet } from '#pages/fine-tunes/curves/curve.ts';

/** A point of a curve. */
export interface Point {
  readonly step: number;
  readonly value: number;
  readonly timeMs: number | null;
  /** The restart that it belongs to, from 0. */
  readonly segment: number;
}

/** All points of a curve in the order in which they came. */
export function* pointsOf(set: CurveSet, name: CurveName): Generator<Point> {
  for (const [segment, { steps, values, timesMs }] of (set.curves.get(name) ?? []).entries()) {
    for (const [index, step] of steps.entries()) {
      const timeMs = timesMs[index] ?? Number.NaN;
      const value = values[index] ?? Number.NaN;
      yield { step, value, timeMs: Number.isFinite(timeMs) ? timeMs : null, segment };
    }
  }
}

/** A loss as a sentence shows it. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(4))).replace('-', '−');
}

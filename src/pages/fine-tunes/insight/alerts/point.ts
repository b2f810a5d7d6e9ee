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

/** The finite points of a curve, an array for each restart. */
export function finitePoints(set: CurveSet, name: CurveName): readonly (readonly Point[])[] {
  const segments: Point[][] = [];
  for (const point of pointsOf(set, name))
    if (Number.isFinite(point.value)) (segments[point.segment] ??= []).push(point);
  return segments.filter((segment) => segment !== undefined);
}

/** A change of a loss below this is nothing to anybody: 2 % of perplexity. */
export const leastChange = 0.02;

/**
 * A loss on the scale on which its noise is about the same everywhere: equal factors are equal distances, but near zero,
 * where a memorised text doubles its loss for nothing, everything lies close together.
 */
export function scaled(loss: number): number {
  return Math.asinh(loss / (2 * leastChange));
}

/** The loss that `scaled` makes this of. */
export function unscaled(value: number): number {
  return Math.sinh(value) * 2 * leastChange;
}

/** A loss as a sentence shows it. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(4))).replace('-', '−');
}

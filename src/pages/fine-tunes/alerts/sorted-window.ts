// The newest values of a series, kept in order, so that their median costs nothing when it is asked for at every point.
import type { CurveName, CurveSet } from '#pages/fine-tunes/curves/curve.ts';

/** A MAD is about two thirds of a standard deviation where values are normal. */
const normal = 1.4826;

/** A window over the newest finite values. */
export class SortedWindow {
  readonly #arrived: Float64Array;
  readonly #sorted: Float64Array;
  #count = 0;
  /** Where the next value goes, which is where the oldest one stands once the window is full. */
  #next = 0;

  /** @param size values that it holds at most */
  constructor(size: number) {
    this.#arrived = new Float64Array(size);
    this.#sorted = new Float64Array(size);
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a value; where there is no room, the oldest goes. */
  push(value: number): void {
    if (this.#count === this.#arrived.length) {
      const gone = this.#placeOf(this.#arrived[this.#next] ?? Number.NaN);
      this.#sorted.copyWithin(gone, gone + 1, this.#count);
      this.#count -= 1;
    }
    this.#arrived[this.#next] = value;
    this.#next = (this.#next + 1) % this.#arrived.length;
    const place = this.#placeOf(value);
    this.#sorted.copyWithin(place + 1, place, this.#count);
    this.#sorted[place] = value;
    this.#count += 1;
  }

  /** NaN while it is empty. */
  median(): number {
    return middle(this.#sorted.subarray(0, this.#count));
  }

  /** The highest value; NaN while it is empty. */
  highest(): number {
    return this.#sorted[this.#count - 1] ?? Number.NaN;
  }

  /** The standard deviation that the middle one of the distances from the median stands for. */
  deviation(): number {
    return deviation(this.#sorted.subarray(0, this.#count));
  }

  /** The first place whose value is not smaller. */
  #placeOf(value: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const half = (low + high) >> 1;
      if ((this.#sorted[half] ?? Number.NaN) < value) low = half + 1;
      else high = half;
    }
    return low;
  }
}

/** NaN where there are none. */
export function median(values: ArrayLike<number>): number {
  return middle(Float64Array.from(values).sort());
}

/** Robust: what a few values far off do not change. */
export function deviation(values: ArrayLike<number>): number {
  const centre = median(values);
  return normal * median(Float64Array.from(values, (value) => Math.abs(value - centre)));
}

function middle(sorted: Float64Array): number {
  const half = sorted.length >> 1;
  const high = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[half - 1] ?? Number.NaN) + high) / 2;
}

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

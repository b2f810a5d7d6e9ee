// Sorted sliding window for running median and MAD.
import { lowerBound } from '#lib/bisect.ts';
import { trueMinus } from '#lib/format.ts';
import type { CurveSegment } from '#pages/fine-tunes/curves/curve.ts';

/** Standard deviation per MAD of a normal distribution. */
const normal = 1.4826;

export class SortedWindow {
  readonly #arrived: Float64Array;
  readonly #sorted: Float64Array;
  #count = 0;
  /** Where the next value goes. */
  #next = 0;

  constructor(size: number) {
    this.#arrived = new Float64Array(size);
    this.#sorted = new Float64Array(size);
  }

  get count(): number {
    return this.#count;
  }

  copy(): SortedWindow {
    const other = new SortedWindow(this.#arrived.length);
    other.#arrived.set(this.#arrived);
    other.#sorted.set(this.#sorted);
    other.#count = this.#count;
    other.#next = this.#next;
    return other;
  }

  /** Drops the oldest value when full. */
  push(value: number): void {
    if (this.#count === this.#arrived.length) {
      const gone = lowerBound(this.#sorted, this.#arrived[this.#next] ?? Number.NaN, 0, this.#count);
      this.#sorted.copyWithin(gone, gone + 1, this.#count);
      this.#count -= 1;
    }
    this.#arrived[this.#next] = value;
    this.#next = (this.#next + 1) % this.#arrived.length;
    const place = lowerBound(this.#sorted, value, 0, this.#count);
    this.#sorted.copyWithin(place + 1, place, this.#count);
    this.#sorted[place] = value;
    this.#count += 1;
  }

  /** NaN if empty. */
  median(): number {
    return middle(this.#sorted.subarray(0, this.#count));
  }

  /** NaN if empty. */
  lowest(): number {
    return this.#count === 0 ? Number.NaN : (this.#sorted[0] ?? Number.NaN);
  }

  /** NaN if empty. */
  highest(): number {
    return this.#sorted[this.#count - 1] ?? Number.NaN;
  }

  /** From the MAD. */
  deviation(): number {
    return deviation(this.#sorted.subarray(0, this.#count));
  }
}

/** NaN if empty. */
export function median(values: ArrayLike<number>): number {
  return middle(Float64Array.from(values).sort());
}

export function deviation(values: ArrayLike<number>): number {
  const centre = median(values);
  return normal * median(Float64Array.from(values, (value) => Math.abs(value - centre)));
}

function middle(sorted: Float64Array): number {
  const half = sorted.length >> 1;
  const high = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[half - 1] ?? Number.NaN) + high) / 2;
}

export interface Point {
  readonly step: number;
  readonly value: number;
  readonly timeMs: number | null;
  /** Index of its restart, from 0. */
  readonly segment: number;
}

/** @param place index of the segment */
export function pointAt(
  { steps, values, timesMs }: Pick<CurveSegment, 'steps' | 'values' | 'timesMs'>,
  index: number,
  place: number,
): Point {
  const timeMs = timesMs[index] ?? Number.NaN;
  return {
    step: steps[index] ?? Number.NaN,
    value: values[index] ?? Number.NaN,
    timeMs: Number.isFinite(timeMs) ? timeMs : null,
    segment: place,
  };
}

/** 2 % of perplexity. */
export const minChange = 0.02;

/** Logarithmic, but linear near zero, where a memorised text's loss doubles without meaning. */
export function scaled(loss: number): number {
  return Math.asinh(loss / (2 * minChange));
}

export function unscaled(value: number): number {
  return Math.sinh(value) * 2 * minChange;
}

export function figure(value: number): string {
  return trueMinus(String(Number(value.toPrecision(4))));
}

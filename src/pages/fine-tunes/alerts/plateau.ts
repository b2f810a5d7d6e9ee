// Plateau watcher: a loss that stopped falling, or never fell.
import { formatFourDigits } from '#lib/format.ts';
import { Growable } from '#lib/growable.ts';
import type { Alert } from './alert.ts';
import { deviation, median, scaled, unscaled, type Point } from './sorted-window.ts';
import type { Thresholds } from './thresholds.ts';

/** Two adjacent windows with equal medians, both `scaled`. */
interface Flat {
  /** Last of the second window. */
  readonly point: Point;
  readonly end: number;
  readonly count: number;
  readonly was: number;
  readonly is: number;
}

const strides = 5;

/** What a loss fell before it levelled off, `scaled`: a threshold above the default asks for no more. */
const fallBefore = (least: number) => Math.min(10 * least, 0.05);

interface Scale {
  readonly size: number;
  readonly stride: number;
  readonly medians: number[];
  readonly found: Flat[];
}

/** Takes the finite points of one restart. */
export class PlateauWatch {
  readonly #thresholds: Thresholds;
  readonly #least: number;
  #values = new Growable();
  #scales: readonly Scale[];
  #stuck: Flat[] = [];
  #nextStuck: number;

  constructor(thresholds: Thresholds) {
    const { plateauPoints, plateauPercent } = thresholds;
    this.#thresholds = thresholds;
    this.#least = plateauPercent / 100;
    this.#nextStuck = 4 * plateauPoints;
    const half = Math.max(5, Math.floor(plateauPoints / 2));
    const scales: Scale[] = [];
    // In strong noise only many points prove a plateau.
    for (let size = half; size <= 16 * half; size = Math.ceil(1.4 * size))
      scales.push({ size, stride: Math.ceil(size / strides), medians: [], found: [] });
    this.#scales = scales;
  }

  copy(): PlateauWatch {
    const other = new PlateauWatch(this.#thresholds);
    other.#values = this.#values.copy();
    other.#scales = this.#scales.map(({ medians, found, ...scale }) => ({
      ...scale,
      medians: [...medians],
      found: [...found],
    }));
    [other.#stuck, other.#nextStuck] = [[...this.#stuck], this.#nextStuck];
    return other;
  }

  take(point: Point): void {
    this.#values.push(scaled(point.value));
    const values = this.#values.view();
    if (values.length === this.#nextStuck) {
      this.#nextStuck *= 2;
      const flat = stuck(values, this.#least);
      if (flat !== null) this.#stuck.push({ ...flat, point });
    }
    for (const { size, stride, medians, found } of this.#scales) {
      const start = medians.length * stride;
      if (start + size > values.length) continue;
      medians.push(median(values.subarray(start, start + size)));
      const flat = stopped(values, { size, stride, medians }, this.#least);
      if (flat !== null) found.push({ ...flat, point });
    }
  }

  /** @param total steps of the whole training */
  alerts(total: number | null): readonly Alert[] {
    // A warm-up or a long training starts slowly.
    const isEarly = ({ point }: Flat) => point.step < 0.2 * (total ?? 0);
    const found = [
      ...this.#stuck.filter((flat) => !isEarly(flat)),
      ...this.#scales.flatMap((scale) => scale.found),
    ];
    const alerts: Alert[] = [];
    let level = Number.POSITIVE_INFINITY;
    for (const { point, count, was, is } of found.sort((one, other) => one.end - other.end)) {
      // One alert per level, whatever window found it.
      if (is > level - fallBefore(this.#least)) continue;
      level = is;
      const { step, timeMs, segment } = point;
      const isNoise = Math.abs(was - is) > this.#least;
      const percent = (Math.expm1(Math.abs(was - is)) * 100).toFixed(2);
      alerts.push({
        id: `plateau:${segment}:${step}`,
        kind: 'plateau',
        tone: 'note',
        step,
        timeMs,
        saw: `Over ${count} points the median loss went from ${formatFourDigits(unscaled(was))} to ${formatFourDigits(unscaled(is))}: ${percent} %${isNoise ? ', within its noise' : ''}.`,
      });
    }
    return alerts;
  }
}

/** A steady fall, then two level windows. */
function stopped(
  values: Float64Array,
  { size, stride, medians }: Omit<Scale, 'found'>,
  least: number,
): Omit<Flat, 'point'> | null {
  const place = medians.length - 1;
  const [is, was, before, start] = [0, 1, 2, 3].map((back) => medians[place - back * strides]);
  if (is === undefined || start === undefined || before === undefined || was === undefined) return null;
  const [first, fall] = [start - before, before - was];
  // A loss that merely levels off falls ever more slowly.
  const isSteady = fall >= 0.6 * first && fall <= 2 * first;
  if (fall < fallBefore(least) || !isSteady || Math.abs(was - is) > fall / 5) return null;
  const from = (place - 3 * strides) * stride;
  const end = place * stride + size;
  const error = errorOf(values.subarray(from, end), size);
  if (fall < 7 * error || Math.abs(was - is) > Math.max(least, 2 * error)) return null;
  const half = (at: number) => {
    const begin = from + Math.floor(at * size);
    return median(values.subarray(begin, begin + Math.floor(size / 2)));
  };
  // Each epoch lowers a loss by a step; steps are not a slope.
  const slope = [...[0, 0.5, 1, 1.5].map(half), was];
  const isSlope = slope.slice(1).every((next, index) => (slope[index] ?? 0) - next > 0.1 * fall);
  // A loss that falls on and then jumps up can have equal medians, too.
  const isLevel = [2, 2.5, 3, 3.5].every((at) => Math.abs(half(at) - is) < fall / 2);
  return isSlope && isLevel && isHigh(is, values) ? { end, count: 2 * size, was, is } : null;
}

/** Checked after some points and at each doubling. */
function stuck(values: Float64Array, least: number): Omit<Flat, 'point'> | null {
  const end = values.length;
  const half = Math.floor(end / 2);
  const [was, is] = [median(values.subarray(0, half)), median(values.subarray(half, end))];
  const isLow = median(values.subarray(0, 8)) - is > 0.1;
  const error = errorOf(values, half);
  const isFlat = error <= 3 * least && Math.abs(was - is) <= Math.max(least, 2 * error);
  return isFlat && !isLow && isHigh(is, values) ? { end, count: end, was, is } : null;
}

/** Standard error of the difference between two windows' medians. */
function errorOf(values: Float64Array, size: number): number {
  const noise =
    deviation(values.subarray(1).map((value, index) => value - (values[index] ?? 0))) / Math.SQRT2;
  return 1.2533 * noise * Math.sqrt(2 / size);
}

/** A memorised text cannot improve further. */
function isHigh(level: number, values: Float64Array): boolean {
  return unscaled(level) > 0.05 * Math.max(1, unscaled(median(values.subarray(0, 8))));
}

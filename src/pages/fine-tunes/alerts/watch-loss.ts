// Loss watchers: spike, divergence, plateau, no progress.
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { Alert } from './alert.ts';
import type { Thresholds } from './thresholds.ts';
import {
  figure,
  finitePoints,
  leastChange,
  scaled,
  unscaled,
  type Point,
  SortedWindow,
  deviation,
  median,
} from './sorted-window.ts';

/**
 * Nothing that comes later changes what was said at a point. A restart begins with other weights: it is watched by itself.
 * @param total steps of the whole training; null where unknown
 */
export function watchLoss(
  curves: CurveSet,
  thresholds: Thresholds,
  total: number | null = null,
): readonly Alert[] {
  const alerts: Alert[] = [];
  for (const points of finitePoints(curves, 'train loss')) {
    for (const watcher of [spikes(thresholds), divergence(thresholds)]) {
      for (const point of points) {
        const alert = watcher(point);
        if (alert !== null) alerts.push(alert);
      }
    }
    alerts.push(...watchPlateau(points, thresholds, total));
  }
  return alerts;
}

type Watcher = (point: Point) => Alert | null;

/** Points before, with which one is compared. */
const spikeWindow = 32;
const spikeLeast = 16;
/** Points before, whose maximum is kept: peaks of noise recur. */
const peakWindow = 128;

/** Successive differences used to estimate the noise, independent of the trend. */
const noiseWindow = 64;

function spikes({ spikeZ }: Thresholds): Watcher {
  const [before, peaks] = [new SortedWindow(spikeWindow), new SortedWindow(peakWindow)];
  const noise = new SortedWindow(noiseWindow);
  let [first, last, wasHigh] = [Number.NaN, Number.NaN, false];
  return (point) => {
    const value = scaled(point.value);
    const middle = before.median();
    const wasBefore = wasHigh;
    wasHigh = false;
    let alert: Alert | null = null;
    if (before.count >= spikeLeast && value - middle > peaks.highest()) {
      if (Number.isNaN(first)) first = middle;
      // Values that hardly differ would make a spike of every breath.
      const spread = Math.max(noise.deviation() / Math.SQRT2, peaks.highest() / 3, 0.02);
      const z = (value - middle) / spread;
      const [usual, began] = [unscaled(middle), unscaled(first)];
      wasHigh = z >= spikeZ && point.value - usual >= leastChange * Math.max(1, Math.abs(began));
      // A loss that stays up is one spike, and for the rest a divergence.
      if (wasHigh && !wasBefore)
        alert = loss(
          'spike',
          'warn',
          point,
          `The loss is ${figure(point.value)}; the median of the ${before.count} points before is ${figure(usual)} (robust z-score ${figure(z)}).`,
        );
    }
    if (before.count > 0) {
      peaks.push(value - middle);
      noise.push(value - last);
    }
    last = value;
    before.push(value);
    return alert;
  };
}

/** Window sizes: short for fast divergence, long for slow divergence in noise. */
const divergenceWindows = [7, 63] as const;

function divergence({ divergenceRatio }: Thresholds): Watcher {
  const noise = new SortedWindow(noiseWindow);
  const medians = divergenceWindows.map((size) => lowestMedian(size));
  let [before, first, isAway] = [Number.NaN, Number.NaN, false];
  return (point) => {
    const value = scaled(point.value);
    if (!Number.isNaN(before)) noise.push(value - before);
    before = value;
    let away: MedianRise | null = null;
    for (const [index, size] of divergenceWindows.entries()) {
      const rise = medians[index]?.(value, point.step) ?? null;
      if (rise === null) continue;
      if (Number.isNaN(first)) first = rise.now;
      const [is, was] = [unscaled(rise.now), unscaled(rise.lowest)];
      if (rise.now - rise.lowest < Math.log(divergenceRatio)) continue;
      // Near zero a loss doubles for nothing: the rise must be worth a tenth of where it began.
      if (is - was < Math.max(leastChange, 0.1 * Math.abs(unscaled(first)))) continue;
      // Nor may it be what the lowest and the highest of many medians of noise lie apart.
      if (rise.now - rise.lowest >= (9 * medianError * noise.deviation()) / Math.SQRT2 / Math.sqrt(size))
        away ??= rise;
    }
    const wasAway = isAway;
    isAway = away !== null;
    if (away === null || wasAway) return null;
    const [is, was] = [unscaled(away.now), unscaled(away.lowest)];
    const times = was > 0 ? `${figure(is / was)} times the lowest` : 'above the lowest';
    return loss(
      'divergence',
      'bad',
      point,
      `The median of ${away.size} points is ${figure(is)}, ${times}, ${figure(was)} at step ${away.lowestStep}.`,
    );
  };
}

/** Standard error of a median relative to that of a mean. */
const medianError = 1.2533;

interface MedianRise {
  readonly size: number;
  readonly now: number;
  readonly lowest: number;
  readonly lowestStep: number;
}

/** Compares the median of the newest points with its minimum; null with too few points. */
function lowestMedian(size: number): (value: number, step: number) => MedianRise | null {
  const newest = new SortedWindow(size);
  let [lowest, lowestStep] = [Number.POSITIVE_INFINITY, 0];
  return (value, step) => {
    newest.push(value);
    if (newest.count < size) return null;
    const now = newest.median();
    if (now < lowest) [lowest, lowestStep] = [now, step];
    return { size, now, lowest, lowestStep };
  };
}

function loss(
  kind: Alert['kind'],
  tone: Alert['tone'],
  { step, timeMs, segment }: Point,
  saw: string,
): Alert {
  return { id: `${kind}:${segment}:${step}`, kind, tone, step, timeMs, saw };
}

/** @param points finite ones of one restart @param total steps of the whole training; null where unknown */
function watchPlateau(
  points: readonly Point[],
  { plateauPoints, plateauPercent }: Thresholds,
  total: number | null,
): readonly Alert[] {
  const values = Float64Array.from(points, ({ value }) => scaled(value));
  const least = plateauPercent / 100;
  const half = Math.max(5, Math.floor(plateauPoints / 2));
  // A warm-up, and a long training, take their time to begin.
  const isEarly = ({ end }: Flat) => (points[end - 1]?.step ?? 0) < 0.2 * (total ?? 0);
  const found = [...stuck(values, 4 * plateauPoints, least)].filter((flat) => !isEarly(flat));
  // Where there is much noise only many points show that nothing moves.
  for (let size = half; size <= 16 * half; size = Math.ceil(1.4 * size))
    found.push(...stops(values, size, least));
  const alerts: Alert[] = [];
  let level = Number.POSITIVE_INFINITY;
  for (const { end, count, was, is } of found.toSorted((one, other) => one.end - other.end)) {
    const point = points[end - 1];
    // The same level is said once, however long it stays there and however it is looked at.
    if (point === undefined || is > level - 10 * least) continue;
    level = is;
    const { step, timeMs, segment } = point;
    const percent = (Math.expm1(Math.abs(was - is)) * 100).toFixed(2);
    alerts.push({
      id: `plateau:${segment}:${step}`,
      kind: 'plateau',
      tone: 'note',
      step,
      timeMs,
      saw: `Over ${count} points the median loss went from ${figure(unscaled(was))} to ${figure(unscaled(is))}: ${percent} %.`,
    });
  }
  return alerts;
}

/** Two adjacent windows with equal medians on the scale of `scaled`. */
interface Flat {
  /** Exclusive end index. */
  readonly end: number;
  readonly count: number;
  readonly was: number;
  readonly is: number;
}

const strides = 5;

/** The loss fell steadily, then stopped: the last two of four windows are level. */
function* stops(values: Float64Array, size: number, least: number): Generator<Flat> {
  const stride = Math.ceil(size / strides);
  const medians: number[] = [];
  for (let start = 0; start + size <= values.length; start += stride)
    medians.push(median(values.subarray(start, start + size)));
  for (const [place, is] of medians.entries()) {
    const [was, before, start] = [1, 2, 3].map((back) => medians[place - back * strides]);
    if (start === undefined || before === undefined || was === undefined) continue;
    const [first, fall] = [start - before, before - was];
    // A loss that levels off falls less with every stretch; one that stops fell as before until then.
    const isSteady = fall >= 0.6 * first && fall <= 2 * first;
    if (fall < 10 * least || !isSteady || Math.abs(was - is) > fall / 5) continue;
    const from = (place - 3 * strides) * stride;
    const end = place * stride + size;
    const error = errorOf(values.subarray(from, end), size);
    if (fall < 7 * error || Math.abs(was - is) > Math.max(least, 2 * error)) continue;
    // With every pass over the same texts a loss goes down a stair: a stair is no slope.
    const slope = [0, 0.5, 1, 1.5].map((at) => {
      const begin = from + Math.floor(at * size);
      return median(values.subarray(begin, begin + Math.floor(size / 2)));
    });
    const isSlope = [...slope.slice(1), was].every((next, index) => (slope[index] ?? 0) - next > 0.1 * fall);
    if (isSlope && isHigh(is, values)) yield { end, count: 2 * size, was, is };
  }
}

/** The loss never fell; checked after this many points and at each doubling. */
function* stuck(values: Float64Array, count: number, least: number): Generator<Flat> {
  for (let end = count; end <= values.length; end *= 2) {
    const half = Math.floor(end / 2);
    const [was, is] = [median(values.subarray(0, half)), median(values.subarray(half, end))];
    const isLow = median(values.subarray(0, 8)) - is > 0.1;
    const error = errorOf(values.subarray(0, end), half);
    const isFlat = error <= 3 * least && Math.abs(was - is) <= Math.max(least, 2 * error);
    if (isFlat && !isLow && isHigh(is, values)) yield { end, count: end, was, is };
  }
}

/** Standard error of the difference between the medians of two windows of this length. */
function errorOf(values: Float64Array, size: number): number {
  const noise =
    deviation(values.subarray(1).map((value, index) => value - (values[index] ?? 0))) / Math.SQRT2;
  return 1.2533 * noise * Math.sqrt(2 / size);
}

/** A memorised text cannot improve further. */
function isHigh(level: number, values: Float64Array): boolean {
  return unscaled(level) > 0.05 * Math.max(1, unscaled(median(values.subarray(0, 8))));
}

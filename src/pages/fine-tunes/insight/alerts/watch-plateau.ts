// Watches for a training loss that stops falling. One that has come down and levels off does what it should, and is left alone.
import type { Alert } from './alert.ts';
import { figure, scaled, unscaled, type Point } from './point.ts';
import { deviation, median } from './sorted-window.ts';
import type { Thresholds } from './thresholds.ts';

/** @param points finite ones of one restart @param total steps of the whole training; null where unknown */
export function watchPlateau(
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

/** Two stretches one after another whose medians are the same, as `scaled` has them. */
interface Flat {
  /** The position behind the last point. */
  readonly end: number;
  readonly count: number;
  readonly was: number;
  readonly is: number;
}

/** Where a stretch begins, and the next one that is looked at: a fifth of it later. */
const strides = 5;

/** The loss fell steadily, and then not at all: of four stretches the last two are level. */
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

/** The loss never came down: looked at after so many points, and whenever they have doubled. */
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

/** The standard error of the difference between the medians of two stretches of this length. */
function errorOf(values: Float64Array, size: number): number {
  const noise =
    deviation(values.subarray(1).map((value, index) => value - (values[index] ?? 0))) / Math.SQRT2;
  return 1.2533 * noise * Math.sqrt(2 / size);
}

/** What has been memorised cannot fall any further. */
function isHigh(level: number, values: Float64Array): boolean {
  return unscaled(level) > 0.05 * Math.max(1, unscaled(median(values.subarray(0, 8))));
}

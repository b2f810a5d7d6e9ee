// Watches the training loss, point by point: single spikes, a loss that runs away, a loss that stays where it is.
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { Alert } from './alert.ts';
import { figure, pointsOf, type Point } from './point.ts';
import { SortedWindow } from './sorted-window.ts';
import type { Thresholds } from './thresholds.ts';

/** Alerts in the order of the points. Nothing that comes later changes what was said at a point. */
export function watchLoss(curves: CurveSet, thresholds: Thresholds): readonly Alert[] {
  const alerts: Alert[] = [];
  let watchers: readonly Watcher[] = [];
  let segment = -1;
  for (const point of pointsOf(curves, 'train loss')) {
    if (point.segment !== segment) {
      // A restart begins with other weights: what was usual before says nothing.
      watchers = [spikes(thresholds), divergence(thresholds), plateau(thresholds)];
      segment = point.segment;
    }
    if (!Number.isFinite(point.value)) continue;
    for (const watcher of watchers) {
      const alert = watcher(point);
      if (alert !== null) alerts.push(alert);
    }
  }
  return alerts;
}

type Watcher = (point: Point) => Alert | null;

/** Points before, against which one is held. */
const spikeWindow = 32;
const spikeLeast = 8;
/** A MAD is about two thirds of a standard deviation where values are normal. */
const normal = 1.4826;

function spikes({ spikeZ }: Thresholds): Watcher {
  const before = new SortedWindow(spikeWindow);
  return (point) => {
    let alert: Alert | null = null;
    if (before.count >= spikeLeast && before.isHigh(point.value)) {
      const median = before.median();
      // Values that hardly differ would make a spike of every breath.
      const spread = Math.max(normal * before.spread(), Math.abs(median) * 0.005, Number.MIN_VALUE);
      const z = (point.value - median) / spread;
      if (z >= spikeZ)
        alert = loss(
          'spike',
          'warn',
          point,
          `The loss is ${figure(point.value)}, ${figure(z)} robust deviations above the median ${figure(median)} of the ${before.count} points before.`,
        );
    }
    before.push(point.value);
    return alert;
  };
}

const divergenceWindow = 7;

function divergence({ divergenceRatio }: Thresholds): Watcher {
  const newest = new SortedWindow(divergenceWindow);
  let [first, lowest, lowestStep, isAway] = [Number.NaN, Number.POSITIVE_INFINITY, 0, false];
  return (point) => {
    newest.push(point.value);
    if (newest.count < divergenceWindow) return null;
    const median = newest.median();
    if (Number.isNaN(first)) first = median;
    if (median < lowest) [lowest, lowestStep] = [median, point.step];
    // Near zero a loss doubles for nothing: the rise must be worth a tenth of where it began.
    const isHigh = median >= lowest * divergenceRatio && median - lowest >= 0.1 * Math.abs(first);
    const wasAway = isAway;
    isAway = isHigh;
    if (!isHigh || wasAway) return null;
    return loss(
      'divergence',
      'bad',
      point,
      `The median of ${divergenceWindow} points is ${figure(median)}, ${figure(median / lowest)} times the lowest, ${figure(lowest)} at step ${lowestStep}.`,
    );
  };
}

function plateau({ plateauPoints, plateauPercent }: Thresholds): Watcher {
  const half = Math.max(5, Math.floor(plateauPoints / 2));
  const [newer, older] = [new SortedWindow(half), new SortedWindow(half)];
  let isFlat = false;
  return (point) => {
    const gone = newer.push(point.value);
    if (gone !== undefined) older.push(gone);
    if (older.count < half) return null;
    const [was, is] = [older.median(), newer.median()];
    const percent = ((was - is) / Math.max(Math.abs(was), Number.MIN_VALUE)) * 100;
    const isStill = Math.abs(percent) < plateauPercent;
    if (isStill && !isFlat) {
      isFlat = true;
      return loss(
        'plateau',
        'note',
        point,
        `Over ${half * 2} points the median loss went from ${figure(was)} to ${figure(is)}: ${figure(Math.abs(percent))} %, less than ${plateauPercent} %.`,
      );
    }
    // It counts as moving again only well above the threshold, or one plateau would be said many times.
    if (Math.abs(percent) > 2 * plateauPercent) isFlat = false;
    return null;
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

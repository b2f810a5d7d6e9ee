// Watches the training loss, point by point: single spikes, and a loss that runs away.
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { Alert } from './alert.ts';
import { figure, finitePoints, leastChange, scaled, unscaled, type Point } from './point.ts';
import { SortedWindow } from './sorted-window.ts';
import type { Thresholds } from './thresholds.ts';
import { watchPlateau } from './watch-plateau.ts';

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

/** Points before, against which one is held. */
const spikeWindow = 32;
const spikeLeast = 16;
/** Points before, of which the highest is remembered: noise has its own peaks, which come again. */
const peakWindow = 128;

/** Differences from point to point that tell how much noise there is, whichever way the loss goes. */
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

/** Few points show a loss that runs away at once, many show a slow one through the noise. */
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

/** The standard error of a median is this many times that of a mean. */
const medianError = 1.2533;

interface MedianRise {
  readonly size: number;
  readonly now: number;
  readonly lowest: number;
  readonly lowestStep: number;
}

/** Compares the median of the newest points with the lowest that it ever was; null while there are too few points. */
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

// Loss watchers: spike, divergence, plateau, no progress.
import { formatCount, formatFourDigits } from '#lib/format.ts';
import { type CurveSegment, type CurveSet, createGrowingFold } from '#pages/fine-tunes/curves/curve.ts';
import type { Alert } from './alert.ts';
import { PlateauWatch } from './plateau.ts';
import type { Thresholds } from './thresholds.ts';
import { figure, minChange, scaled, unscaled, type Point, pointAt, SortedWindow } from './sorted-window.ts';

/**
 * Later points never change earlier alerts. Restarts are separate: they have other weights.
 * @param total steps of the whole training
 */
type LossWatch = (curves: CurveSet, total: number | null) => readonly Alert[];

/** Reads on in a growing training. */
export function createLossWatch(thresholds: Thresholds): LossWatch {
  const watches: ((segment: CurveSegment, total: number | null) => readonly Alert[])[] = [];
  return ({ curves }, total) =>
    (curves.get('train loss') ?? []).flatMap((segment, index) => {
      const watch = watches[index] ?? watchSegment(index, thresholds);
      watches[index] = watch;
      return watch(segment, total);
    });
}

interface SegmentState {
  readonly spikes: SpikeWatch;
  readonly divergence: DivergenceWatch;
  readonly plateau: PlateauWatch;
}

const none = new Float64Array();

/** @param place index of the segment */
function watchSegment(place: number, thresholds: Thresholds) {
  const fold = createGrowingFold<SegmentState>({
    begin: () => ({
      spikes: new SpikeWatch(thresholds),
      divergence: new DivergenceWatch(thresholds),
      plateau: new PlateauWatch(thresholds),
    }),
    copy: ({ spikes, divergence, plateau }) => ({
      spikes: spikes.copy(),
      divergence: divergence.copy(),
      plateau: plateau.copy(),
    }),
    take({ spikes, divergence, plateau }, [steps = none, values = none, timesMs = none], index) {
      if (!Number.isFinite(values[index])) return;
      const point = pointAt({ steps, values, timesMs }, index, place);
      spikes.take(point);
      divergence.take(point);
      plateau.take(point);
    },
  });
  return ({ steps, values, timesMs }: CurveSegment, total: number | null): readonly Alert[] => {
    const { spikes, divergence, plateau } = fold([steps, values, timesMs]);
    return [...spikes.alerts, ...divergence.alerts, ...plateau.alerts(total)];
  };
}

const spikeWindow = 32;
const spikeLeast = 16;
/** Noise peaks recur within it. */
const peakWindow = 128;

/** Successive differences show noise without trend. */
const noiseWindow = 64;

class SpikeWatch {
  readonly #limit: number;
  alerts: readonly Alert[] = [];
  #before = new SortedWindow(spikeWindow);
  #peaks = new SortedWindow(peakWindow);
  #noise = new SortedWindow(noiseWindow);
  #first = Number.NaN;
  #last = Number.NaN;
  #wasHigh = false;

  constructor({ spikeZ }: Pick<Thresholds, 'spikeZ'>) {
    this.#limit = spikeZ;
  }

  copy(): SpikeWatch {
    const other = new SpikeWatch({ spikeZ: this.#limit });
    other.alerts = this.alerts;
    [other.#before, other.#peaks, other.#noise] = [
      this.#before.copy(),
      this.#peaks.copy(),
      this.#noise.copy(),
    ];
    [other.#first, other.#last, other.#wasHigh] = [this.#first, this.#last, this.#wasHigh];
    return other;
  }

  take(point: Point): void {
    const [before, peaks, noise] = [this.#before, this.#peaks, this.#noise];
    const value = scaled(point.value);
    const middle = before.median();
    const wasBefore = this.#wasHigh;
    this.#wasHigh = false;
    if (before.count >= spikeLeast && value - middle > peaks.highest()) {
      if (Number.isNaN(this.#first)) this.#first = middle;
      // Else any change would be a spike after almost constant values.
      const spread = Math.max(noise.deviation() / Math.SQRT2, peaks.highest() / 3, 0.02);
      const z = (value - middle) / spread;
      const [usual, began] = [unscaled(middle), unscaled(this.#first)];
      this.#wasHigh = z >= this.#limit && point.value - usual >= minChange * Math.max(1, Math.abs(began));
      // A loss that stays high is one spike; the rest is divergence.
      if (this.#wasHigh && !wasBefore) {
        const saw = `The loss is ${formatFourDigits(point.value)}; the median of the ${before.count} points before is ${formatFourDigits(usual)} (robust z-score ${figure(z)}).`;
        this.alerts = [...this.alerts, lossAlert('spike', 'warn', point, saw)];
      }
    }
    if (before.count > 0) {
      peaks.push(value - middle);
      noise.push(value - this.#last);
    }
    this.#last = value;
    before.push(value);
  }
}

/** Short for fast divergence, long for a slow one in noise. */
const divergenceWindows = [7, 63] as const;

class DivergenceWatch {
  readonly #ratio: number;
  alerts: readonly Alert[] = [];
  #noise = new SortedWindow(noiseWindow);
  #medians = divergenceWindows.map((size) => new LowestMedian(size));
  #before = Number.NaN;
  #first = Number.NaN;
  #isAway = false;

  constructor({ divergenceRatio }: Pick<Thresholds, 'divergenceRatio'>) {
    this.#ratio = divergenceRatio;
  }

  copy(): DivergenceWatch {
    const other = new DivergenceWatch({ divergenceRatio: this.#ratio });
    other.alerts = this.alerts;
    other.#noise = this.#noise.copy();
    other.#medians = this.#medians.map((each) => each.copy());
    [other.#before, other.#first, other.#isAway] = [this.#before, this.#first, this.#isAway];
    return other;
  }

  take(point: Point): void {
    const value = scaled(point.value);
    if (!Number.isNaN(this.#before)) this.#noise.push(value - this.#before);
    this.#before = value;
    let away: MedianRise | null = null;
    let isHigh = false;
    for (const median of this.#medians) {
      const rise = median.take(value, point.step);
      if (rise === null) continue;
      if (Number.isNaN(this.#first)) this.#first = rise.now;
      const [is, was] = [unscaled(rise.sure), unscaled(rise.lowest)];
      if (rise.sure - rise.lowest < Math.log(this.#ratio)) continue;
      // Near zero a doubled loss means nothing.
      if (is - was < Math.max(minChange, 0.1 * Math.abs(unscaled(this.#first)))) continue;
      isHigh = true;
      // Medians of noise vary, too.
      const error = (medianError * this.#noise.deviation()) / Math.SQRT2 / Math.sqrt(rise.size);
      if (rise.sure - rise.lowest >= 9 * error) away ??= rise;
    }
    const wasAway = this.#isAway;
    // More noise is no recovery.
    this.#isAway = away !== null || (wasAway && isHigh);
    if (away === null || wasAway) return;
    const [is, was] = [unscaled(away.now), unscaled(away.lowest)];
    const times = was > 0 ? `${figure(is / was)} times the lowest` : 'above the lowest';
    const saw = `The median of ${away.size} points is ${formatFourDigits(is)}, ${times}, ${formatFourDigits(was)} at step ${formatCount(away.lowestStep)}.`;
    this.alerts = [...this.alerts, lossAlert('divergence', 'bad', point, saw)];
  }
}

/** So long the first value counts: a loss can run away before a window is full. */
const firstPoints = 14;

/** Standard error of a median relative to a mean's. */
const medianError = 1.2533;

interface MedianRise {
  readonly size: number;
  readonly now: number;
  /** What must be above `lowest`: the median, or every point where `lowest` is a single value. */
  readonly sure: number;
  readonly lowest: number;
  readonly lowestStep: number;
}

/** The newest median against the lowest; null with too few points. */
class LowestMedian {
  readonly #size: number;
  #newest: SortedWindow;
  #count = 0;
  #first = { value: Number.NaN, step: 0 };
  #lowest = Number.POSITIVE_INFINITY;
  #lowestStep = 0;

  constructor(size: number) {
    this.#size = size;
    this.#newest = new SortedWindow(size);
  }

  copy(): LowestMedian {
    const other = new LowestMedian(this.#size);
    other.#newest = this.#newest.copy();
    [other.#count, other.#first] = [this.#count, this.#first];
    [other.#lowest, other.#lowestStep] = [this.#lowest, this.#lowestStep];
    return other;
  }

  take(value: number, step: number): MedianRise | null {
    if (this.#count === 0) this.#first = { value, step };
    this.#count += 1;
    this.#newest.push(value);
    if (this.#newest.count < this.#size) return null;
    const now = this.#newest.median();
    if (now < this.#lowest) [this.#lowest, this.#lowestStep] = [now, step];
    const least = this.#newest.lowest();
    if (this.#count <= firstPoints && least > this.#first.value && this.#first.value < this.#lowest)
      return { size: this.#size, now, sure: least, lowest: this.#first.value, lowestStep: this.#first.step };
    return { size: this.#size, now, sure: now, lowest: this.#lowest, lowestStep: this.#lowestStep };
  }
}

function lossAlert(
  kind: Alert['kind'],
  tone: Alert['tone'],
  { step, timeMs, segment }: Point,
  saw: string,
): Alert {
  return { id: `${kind}:${segment}:${step}`, kind, tone, step, timeMs, saw };
}

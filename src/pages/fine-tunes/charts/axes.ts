// Spans and ticks of the axes.
import type { DenseAxis } from '#charts/DenseChart.tsx';
import { countOutside, extentIn, percentileSpan, withAir } from '#charts/dense-line.ts';
import type { Span } from '#charts/plot-scale.ts';
import { clockTicks, linearTicks, logTicks, timeTicks } from '#charts/ticks.ts';
import type { DenseSeries } from '#lib/decimate.ts';
import { formatCount } from '#lib/format.ts';
import { quantile } from '#lib/statistics.ts';
import type { XAxis, YRange } from './chart-view.ts';
import { placeTick, tickText, valueText } from './figure-text.ts';
import type { Track } from './track.ts';

/** Integer ticks for steps and tokens, local wall time. */
export function xDenseAxis(axis: XAxis, span: Span): DenseAxis {
  return {
    span,
    format: (value) => placeTick(value, axis, span.to - span.from),
    ticks(window, count) {
      if (axis === 'elapsed') return timeTicks(window, count);
      if (axis === 'wall') return clockTicks(window, count);
      const ticks = linearTicks(window, count);
      return axis === 'step' || axis === 'tokens' ? ticks.filter((tick) => Number.isInteger(tick)) : ticks;
    },
  };
}

export function yDenseAxis(span: Span, isLog: boolean): DenseAxis {
  return { span, ticks: isLog ? logTicks : linearTicks, format: tickText, isLog };
}

/** Above zero on a logarithmic axis, where series must be, too. */
export function ySpan(
  parts: readonly DenseSeries[],
  window: Span,
  { isLog, isClipped, range = null }: YView,
): Span {
  const fitted = fittedSpan(parts, window, { isLog, isClipped });
  if (range === null) return fitted;
  const boundOf = (bound: number | null) => (isLog && hasNoLogarithm(bound) ? null : bound);
  const [low, high] = [boundOf(range.from), boundOf(range.to)];
  const from = low ?? fitted.from;
  const to = high ?? fitted.to;
  if (from < to) return { from, to };
  // All values are beyond the one bound: keep their extent.
  const reach = isLog ? fitted.to / fitted.from : fitted.to - fitted.from;
  return low === null
    ? { from: isLog ? to / reach : to - reach, to }
    : { from, to: isLog ? from * reach : from + reach };
}

function hasNoLogarithm(bound: number | null): boolean {
  return bound !== null && bound <= 0;
}

/** The ends that a logarithmic axis leaves automatic; null without any. */
export function noLogText({ from, to }: Omit<YRange, 'chart'>): string | null {
  const bounds = [from, to].flatMap((bound) => (bound !== null && hasNoLogarithm(bound) ? bound : []));
  if (bounds.length === 0) return null;
  return `A log scale cannot show ${bounds.map(valueText).join(' or ')}: choose linear for this range.`;
}

interface YView {
  readonly isLog: boolean;
  readonly isClipped: boolean;
  /** Overrides clipping. */
  readonly range?: Omit<YRange, 'chart'> | null;
}

function fittedSpan(parts: readonly DenseSeries[], window: Span, { isLog, isClipped }: YView): Span {
  const extent = isClipped ? percentileSpan(parts, window) : extentIn(parts, window);
  // In an empty window the axis fits all values.
  const span = extent ?? extentIn(parts, { from: -Infinity, to: Infinity });
  if (span === null) return isLog ? { from: 0.1, to: 1 } : { from: 0, to: 1 };
  return withAir(span, isLog);
}

/**
 * Null where nothing is hidden. Reads every value in the window.
 * @param smoothed lines that one spike keeps outside for long
 */
export function hiddenText(
  parts: readonly DenseSeries[],
  window: Span,
  span: Span,
  smoothed: readonly DenseSeries[] = [],
  cause: 'Clipping' | 'The y range' = 'Clipping',
): string | null {
  const { below, above } = countOutside(parts, window, span);
  const carried = countOutside(smoothed, window, span);
  const more = carried.below + carried.above - below - above;
  const words = [
    ...(above > 0 ? [`${formatCount(above)} above ${valueText(short(span.to))}`] : []),
    ...(below > 0 ? [`${formatCount(below)} below ${valueText(short(span.from))}`] : []),
  ];
  if (words.length === 0) return null;
  const hidden = `${cause} hides ${words.join(' and ')}.`;
  return more <= 0
    ? hidden
    : `${hidden} The smoothed line stays outside for ${formatCount(more)} more; less smoothing brings it back sooner.`;
}

function short(value: number): number {
  return Number(value.toPrecision(3));
}

/** Evenly spread: a curve may have a million. */
const sampleCount = 1_024;

/**
 * True where losses fall more than twentyfold, and half of the later ones are in the lowest 3 % of the range.
 * False where a sampled value is 0 or below, which has no logarithm.
 */
export function isFlatWhenLinear(tracks: readonly Track[]): boolean {
  const losses = tracks.filter(({ name, isHidden }) => name === 'train loss' && !isHidden);
  const sampled = losses.flatMap(({ segments }) => segments.map(({ values }) => sampleOf(values)));
  const all = sampled.flat();
  if (all.some((value) => value <= 0)) return false;
  const late = quantile(Float64Array.from(sampled.flatMap((values) => values.slice(values.length / 2))), 0.5);
  if (late === null) return false;
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  return highest > 20 * lowest && late - lowest < 0.03 * (highest - lowest);
}

function sampleOf(values: Float64Array): readonly number[] {
  const every = Math.max(1, Math.floor(values.length / sampleCount));
  const count = Math.ceil(values.length / every);
  return Array.from({ length: count }, (_, index) => values[index * every] ?? Number.NaN).filter(
    Number.isFinite,
  );
}

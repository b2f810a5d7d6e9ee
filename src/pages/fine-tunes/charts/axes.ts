// Figures as text, and ticks of the axes.
import type { DenseAxis } from '#charts/DenseChart.tsx';
import { countOutside, extentIn, percentileSpan, withAir } from '#charts/dense-line.ts';
import type { Span } from '#charts/plot-scale.ts';
import { clockTicks, linearTicks, timeTicks } from '#charts/ticks.ts';
import type { DenseSeries } from '#lib/decimate.ts';
import {
  dateTimeWords,
  formatCount,
  formatCounted,
  formatDuration,
  trueMinus,
  numberFormat,
} from '#lib/format.ts';
import { quantile } from '#lib/statistics.ts';
import type { XAxis, YRange } from './chart-view.ts';
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

// A formatter takes longer to make than a thousand numbers to format.
const twoDigits = numberFormat({ maximumFractionDigits: 2 });
const fourDigits = numberFormat({ maximumFractionDigits: 4 });
const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 2 });

/** 0.391, 0.00034, 3.4e-7; NaN and infinities are words. */
export function valueText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '−Infinity';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7))
    return signed(value.toExponential(4).replace(/\.?0+e/, 'e'));
  if (size >= 1000) return signed(twoDigits(value));
  return signed(String(Number(value.toPrecision(6))));
}

/** Always signed. */
export function differenceText(value: number): string {
  return Number.isFinite(value) && value > 0 ? `+${valueText(value)}` : valueText(value);
}

export function tickText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return signed(value.toExponential(1).replace('.0e', 'e'));
  return signed(fourDigits(value));
}

/** `step 1,204`, `after 2 min 05 s`, `$0.19` */
export function placeText(x: number, axis: XAxis): string {
  return placeTexts[axis](x);
}

const placeTexts: Readonly<Record<XAxis, (x: number) => string>> = {
  step: (x) => `step ${countText(x)}`,
  epoch: (x) => `epoch ${valueText(x)}`,
  tokens: (x) => formatCounted(Math.round(x), 'token'),
  elapsed: (x) => `after ${formatDuration(x)}`,
  wall: (x) => dateTimeWords(x),
  cost: (x) => dollarText(x),
};

/** @param span visible width */
export function placeTick(x: number, axis: XAxis, span: number): string {
  return placeTicks[axis](x, span);
}

const placeTicks: Readonly<Record<XAxis, (x: number, span: number) => string>> = {
  step: (x) => tickText(x),
  epoch: (x) => tickText(x),
  tokens: (x) => shortCount(x),
  elapsed: (x) => shortDuration(x),
  wall: (x, span) =>
    clock(x, {
      ...(span > 2 * dayMs ? { month: 'short', day: 'numeric' } : { hour: '2-digit', minute: '2-digit' }),
      ...(span < 10 * 60_000 && { second: '2-digit' }),
    }),
  cost: (x) => dollarText(x),
};

const dayMs = 86_400_000;

function countText(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : valueText(value);
}

function shortCount(value: number): string {
  return compact(value);
}

function shortDuration(ms: number): string {
  if (ms === 0) return '0';
  const parts = [
    [Math.floor(ms / dayMs), 'd'],
    [Math.floor((ms % dayMs) / 3_600_000), 'h'],
    [Math.floor((ms % 3_600_000) / 60_000), 'min'],
  ] as const;
  const seconds = Number(((ms % 60_000) / 1000).toFixed(3));
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return [...words, ...(seconds > 0 ? [`${seconds} s`] : [])].join(' ');
}

function dollarText(dollars: number): string {
  const digits = Math.abs(dollars) < 0.1 ? 5 : 2;
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clock(ms: number, style: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(style);
  const format = clocks.get(key) ?? new Intl.DateTimeFormat('en-GB', style);
  clocks.set(key, format);
  return format.format(ms);
}

function signed(text: string): string {
  return trueMinus(text).replace('e−', 'e-').replace('e+', 'e');
}

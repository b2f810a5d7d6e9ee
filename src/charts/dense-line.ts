// Types and decimation of dense lines.
import { lowerBound, upperBound } from '#lib/bisect.ts';
import { decimate, type DenseSeries, type DrawnPoints, type Extremes, extremesOf } from '#lib/decimate.ts';
import { quantile } from '#lib/statistics.ts';
import { type Span, steady } from './plot-scale.ts';

/** Resolved to the theme when drawn. */
export type LineColour = `series-${1 | 2 | 3 | 4 | 5 | 6}` | 'muted';

/** Dense noisy lines are 1 px: wider ones with round joins make a frame five times as long. */
export interface LineLook {
  readonly colour: LineColour;
  readonly width: 1 | 2;
  /** 0 to 1. */
  readonly opacity: number;
  /** Pixels drawn and skipped; empty for a solid line. */
  readonly dash: readonly number[];
  /** One per point, while they are few. */
  readonly hasRings: boolean;
}

/** One part per restart. */
export interface DenseLine {
  readonly key: string;
  readonly look: LineLook;
  /** Computed or planned, so its points are not counted. */
  readonly isDerived?: true;
  readonly parts: readonly DenseSeries[];
  /** Rising x across which nothing was measured. */
  readonly breaks?: readonly number[];
  /** Lower edges of the parts: a filled band, not a line. */
  readonly lower?: readonly DenseSeries[];
}

export interface DrawnLine {
  readonly key: string;
  readonly look: LineLook;
  readonly isDerived: boolean;
  readonly parts: readonly DrawnPoints[];
  /** As in `DenseLine`; empty for a line. */
  readonly lower: readonly DrawnPoints[];
}

/**
 * @param columns at least 1
 * @param kept rising x of events and checkpoints, whose points are always drawn
 */
export function drawnLines(
  lines: readonly DenseLine[],
  span: Span,
  columns: number,
  kept: ArrayLike<number> = [],
): DrawnLine[] {
  const cut = (part: DenseSeries) => decimate(part, span.from, span.to, columns, kept);
  return lines.map(({ key, look, isDerived = false, parts, breaks = [], lower = [] }) => ({
    key,
    look,
    isDerived,
    parts: breaks.length === 0 ? parts.map(cut) : parts.map((part) => brokenAt(cut(part), breaks)),
    lower: lower.map(cut),
  }));
}

function brokenAt({ x, y, sourceCount }: DrawnPoints, breaks: readonly number[]): DrawnPoints {
  const [xs, ys]: [number[], number[]] = [[], []];
  let next = 0;
  for (const [index, here] of x.entries()) {
    const before = next;
    while ((breaks[next] ?? Infinity) <= here) next += 1;
    if (next > before && index > 0) {
      xs.push(Number.NaN);
      ys.push(Number.NaN);
    }
    xs.push(here);
    ys.push(y[index] ?? Number.NaN);
  }
  return { x: Float64Array.from(xs), y: Float64Array.from(ys), sourceCount };
}

/** While a denser plot moves, columns are two pixels wide: half the work, no spike lost. */
const pointsForWideColumns = 100;

/**
 * Pixels.
 * @param width of the plot in pixels
 */
export function columnWidth(
  lines: readonly DenseLine[],
  span: Span,
  width: number,
  isMoving: boolean,
): 1 | 2 {
  if (!isMoving) return 1;
  let points = 0;
  for (const { parts } of lines)
    for (const { x } of parts) points += upperBound(x, span.to) - lowerBound(x, span.from);
  return points > pointsForWideColumns * width ? 2 : 1;
}

/**
 * Measured points in the window.
 * @param marked gaps, each of which has a mark instead of a point
 */
export function drawnCounts(
  lines: readonly DrawnLine[],
  marked: Gaps['counts'],
): { readonly points: number; readonly drawn: number } {
  let points = 0;
  let drawn = 0;
  for (const { isDerived, parts } of lines) {
    if (isDerived) continue;
    for (const { x, sourceCount } of parts) {
      points += sourceCount;
      drawn += Math.min(sourceCount, x.length);
    }
  }
  const gaps = Object.values(marked).reduce((sum, count) => sum + count, 0);
  return { points, drawn: drawn < points - gaps ? drawn : points };
}

export type GapKind = 'nan' | 'infinite' | 'below' | 'not-positive';

/** One mark per kind and pixel column. */
export interface GapMark {
  readonly kind: GapKind;
  readonly x: number;
}

/** Of the window; `counts` are values. */
interface Gaps {
  readonly marks: readonly GapMark[];
  readonly counts: Readonly<Record<GapKind, number>>;
}

/** `y` may lack values that the axis cannot show. */
export interface GapSource {
  readonly x: Float64Array;
  readonly y: Extremes;
  readonly values: Float64Array;
}

/**
 * Reads only gaps.
 * @param columns width of the plot in pixels
 */
export function gapsIn(sources: readonly GapSource[], { from, to }: Span, columns: number): Gaps {
  const counts = { nan: 0, infinite: 0, below: 0, 'not-positive': 0 };
  const marks = new Map<string, GapMark>();
  for (const { x, y, values } of sources) {
    const [start, end] = [lowerBound(x, from), upperBound(x, to)];
    for (let gap = lowerBound(y.gaps, start); gap < y.gaps.length; gap += 1) {
      const position = y.gaps[gap] ?? end;
      if (position >= end) break;
      const at = x[position] ?? from;
      const kind = kindOf(values[position] ?? Number.NaN);
      counts[kind] += 1;
      const column = Math.floor(((at - from) / (to - from || 1)) * columns);
      const key = `${kind} ${column}`;
      if (!marks.has(key)) marks.set(key, { kind, x: at });
    }
  }
  return { marks: [...marks.values()], counts };
}

function kindOf(value: number): GapKind {
  if (Number.isNaN(value)) return 'nan';
  if (value === Number.POSITIVE_INFINITY) return 'infinite';
  return value === Number.NEGATIVE_INFINITY ? 'below' : 'not-positive';
}

/** Of the values in the window, and of the lines where they cross its sides. */
export function extentIn(parts: readonly DenseSeries[], window: Span): Span | null {
  let low = Infinity;
  let high = -Infinity;
  for (const { x, y } of parts) {
    const [start, end] = [lowerBound(x, window.from), upperBound(x, window.to)];
    const found = extremesOf(y, start, end);
    const inside = found === null ? [] : [y.values[found.lowest], y.values[found.highest]];
    const sides = [crossing(x, y.values, start, window.from), crossing(x, y.values, end, window.to)];
    for (const value of [...inside, ...sides]) {
      if (value === undefined || !Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return low <= high ? { from: low, to: high } : null;
}

/** Value of the line to point `index` at `side`, which is before it; NaN without a line. */
function crossing(x: Float64Array, values: Float64Array, index: number, side: number): number {
  const [x0 = Number.NaN, x1 = Number.NaN] = [x[index - 1], x[index]];
  const [y0 = Number.NaN, y1 = Number.NaN] = [values[index - 1], values[index]];
  return y0 + ((y1 - y0) * (side - x0)) / (x1 - x0);
}

/** More values are sampled evenly. */
const sampleSize = 20_000;

/** The window's 5th to 95th percentile. */
export function percentileSpan(parts: readonly DenseSeries[], window: Span): Span | null {
  const ranges = parts.map(({ x }) => [lowerBound(x, window.from), upperBound(x, window.to)] as const);
  const total = ranges.reduce((sum, [start, end]) => sum + end - start, 0);
  const every = Math.max(1, Math.floor(total / sampleSize));
  const sample: number[] = [];
  for (const [index, { y }] of parts.entries()) {
    const [start, end] = ranges[index] ?? [0, 0];
    for (let position = start; position < end; position += every) {
      const value = y.values[position] ?? Number.NaN;
      if (Number.isFinite(value)) sample.push(value);
    }
  }
  const values = Float64Array.from(sample);
  const [from, to] = [quantile(values, 0.05), quantile(values, 0.95)];
  return from === null || to === null ? null : { from, to };
}

/** Values in the window that a y span hides. */
export function countOutside(
  parts: readonly DenseSeries[],
  window: Span,
  span: Span,
): { readonly below: number; readonly above: number } {
  let below = 0;
  let above = 0;
  for (const { x, y } of parts) {
    const end = upperBound(x, window.to);
    for (let index = lowerBound(x, window.from); index < end; index += 1) {
      const value = y.values[index] ?? Number.NaN;
      if (value < span.from) below += 1;
      else if (value > span.to && value < Infinity) above += 1;
    }
  }
  return { below, above };
}

/** A constant gets some height, too. */
export function withAir({ from, to }: Span, isLog: boolean): Span {
  if (isLog) {
    const ratio = (to / from) ** 0.04;
    const air = ratio > 1.0001 ? ratio : 1.1;
    const powers = steady({ from: Math.log10(from / air), to: Math.log10(to * air) });
    return { from: 10 ** powers.from, to: 10 ** powers.to };
  }
  const air = to > from ? (to - from) * 0.04 : Math.abs(from) * 0.1 || 1;
  return steady({ from: from - air, to: to + air });
}

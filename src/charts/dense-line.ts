// Types and decimation of dense lines.
import {
  decimate,
  lowerBound,
  upperBound,
  type DenseSeries,
  type DrawnPoints,
  type Extremes,
  extremesOf,
} from '#lib/decimate.ts';
import { quantile } from '#lib/statistics.ts';
import type { Span } from './plot-scale.ts';

/** A colour of the look, resolved for the canvas when it is drawn. */
export type LineColour = `series-${1 | 2 | 3 | 4 | 5 | 6}` | 'muted';

/** How a line looks. A dense noisy line is 1 px: wider ones with round joins make a frame five times as long. */
export interface LineLook {
  readonly colour: LineColour;
  readonly width: 1 | 2;
  /** 0 to 1. */
  readonly opacity: number;
  /** Pixels drawn and left out, in turn; empty for a whole line. */
  readonly dash: readonly number[];
  /** A ring on every point, while they are few. */
  readonly hasRings: boolean;
}

/** One line; more than one part where the run began again. */
export interface DenseLine {
  readonly key: string;
  readonly look: LineLook;
  /** Made of another line, or planned: its points are not counted. */
  readonly isDerived?: true;
  readonly parts: readonly DenseSeries[];
  /** The lower edge of each part: what lies between is filled, and no line drawn. */
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
 * The points that all columns of a window need.
 * @param columns how many there are, from 1
 * @param kept x of events and checkpoints, rising: their points are drawn whatever else is left out
 */
export function drawnLines(
  lines: readonly DenseLine[],
  span: Span,
  columns: number,
  kept: ArrayLike<number> = [],
): DrawnLine[] {
  const cut = (part: DenseSeries) => decimate(part, span.from, span.to, columns, kept);
  return lines.map(({ key, look, isDerived = false, parts, lower = [] }) => ({
    key,
    look,
    isDerived,
    parts: parts.map(cut),
    lower: lower.map(cut),
  }));
}

/** While a plot of so many points a pixel moves, a column is two pixels wide: half the work, and still no spike lost. */
const pointsForWideColumns = 100;

/** Pixels of a column. @param width of the plot, in pixels */
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

/** Measured points in the window, and how many of them are drawn. */
export function drawnCounts(lines: readonly DrawnLine[]): {
  readonly points: number;
  readonly drawn: number;
} {
  let points = 0;
  let drawn = 0;
  for (const { isDerived, parts } of lines) {
    if (isDerived) continue;
    for (const { x, sourceCount } of parts) {
      points += sourceCount;
      drawn += Math.min(sourceCount, x.length);
    }
  }
  return { points, drawn };
}

export type GapKind = 'nan' | 'infinite' | 'below' | 'not-positive';

/** One mark stands for all values of its kind in a pixel column. */
export interface GapMark {
  readonly kind: GapKind;
  readonly x: number;
}

/** Marks in the window and how many values there are of each kind. */
interface Gaps {
  readonly marks: readonly GapMark[];
  readonly counts: Readonly<Record<GapKind, number>>;
}

/** A series with what it was measured as: `y` may leave out values that the axis does not know. */
export interface GapSource {
  readonly x: Float64Array;
  readonly y: Extremes;
  readonly values: Float64Array;
}

/** Looks only at the positions that are known to be gaps. @param columns width of the plot in pixels */
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

/** From the lowest to the highest value in the window; null where there is none. */
export function extentIn(parts: readonly DenseSeries[], window: Span): Span | null {
  let low = Infinity;
  let high = -Infinity;
  for (const { x, y } of parts) {
    const found = extremesOf(y, lowerBound(x, window.from), upperBound(x, window.to));
    if (found === null) continue;
    low = Math.min(low, y.values[found.lowest] ?? low);
    high = Math.max(high, y.values[found.highest] ?? high);
  }
  return low <= high ? { from: low, to: high } : null;
}

/** Above this many values a regular sample of them stands for all. */
const sampleSize = 20_000;

/** From the 5th to the 95th percentile of the values in the window; null where there is none. */
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

/** Values in the window that lie outside a span of y: what clipping hides. */
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

/** A little air above and below, and some height for a constant. */
export function withAir({ from, to }: Span, isLog: boolean): Span {
  if (isLog) {
    const ratio = (to / from) ** 0.04;
    const air = ratio > 1.0001 ? ratio : 1.1;
    return { from: from / air, to: to * air };
  }
  const air = to > from ? (to - from) * 0.04 : Math.abs(from) * 0.1 || 1;
  return { from: from - air, to: to + air };
}

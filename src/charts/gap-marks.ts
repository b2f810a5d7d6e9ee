// Values that no line can show: not a number, infinite, or not above zero on a logarithmic axis. Each becomes a mark.
import { lowerBound, upperBound, type Extremes } from '#lib/decimate.ts';
import type { Span } from './span.ts';

/** Why a value is not on the line. */
export type GapKind = 'nan' | 'infinite' | 'below' | 'not-positive';

/** One mark stands for all values of its kind in a pixel column. */
export interface GapMark {
  readonly kind: GapKind;
  readonly x: number;
}

/** Marks in the window and how many values there are of each kind. */
export interface Gaps {
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

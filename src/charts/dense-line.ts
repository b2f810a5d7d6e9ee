// What a dense chart draws: lines of any number of points, cut down to what the pixels can show.
import { decimate, lowerBound, upperBound, type DenseSeries, type DrawnPoints } from '#lib/decimate.ts';
import type { Span } from './span.ts';

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
}

/** What is drawn of a line in one window. */
export interface DrawnLine {
  readonly key: string;
  readonly look: LineLook;
  readonly isDerived: boolean;
  readonly parts: readonly DrawnPoints[];
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
  return lines.map(({ key, look, isDerived = false, parts }) => ({
    key,
    look,
    isDerived,
    parts: parts.map((part) => decimate(part, span.from, span.to, columns, kept)),
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

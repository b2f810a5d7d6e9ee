// M4: of every pixel column the first, lowest, highest and last point, so that the drawn line is the one that all would draw.
import { extremesOf, type Extremes } from './extremes.ts';

/** A series to draw: x never falls; the extremes are those of y. */
export interface DenseSeries {
  readonly x: Float64Array;
  readonly y: Extremes;
}

/** Points in drawing order; a NaN in both ends the line, the next point begins another. */
export interface DrawnPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Points of the series in the window, before any were left out. */
  readonly sourceCount: number;
}

/**
 * The points to draw between two x. One neighbour on each side is kept, so that the line leaves the window as it should.
 * @param columns pixel columns of the window, from 1
 */
export function decimate(series: DenseSeries, from: number, to: number, columns: number): DrawnPoints {
  const { x, y } = series;
  const start = lowerBound(x, from);
  const end = upperBound(x, to);
  const points: number[] = [];
  const sink = { last: -1, points };
  if (start > 0) push(sink, y, start - 1);
  if (end - start <= 4 * columns) for (let index = start; index < end; index += 1) push(sink, y, index);
  else {
    const width = (to - from) / columns;
    let first = start;
    for (let column = 1; column <= columns && first < end; column += 1) {
      const next = column === columns ? end : Math.min(end, lowerBound(x, from + column * width, first, end));
      if (next > first) pushColumn(sink, y, first, next);
      first = next;
    }
  }
  if (end < x.length) push(sink, y, end);
  return { x: pick(x, points), y: pick(y.values, points), sourceCount: end - start };
}

function pick(values: Float64Array, points: readonly number[]): Float64Array {
  const picked = new Float64Array(points.length);
  for (let index = 0; index < points.length; index += 1) {
    const point = points[index] ?? -1;
    picked[index] = point < 0 ? Number.NaN : (values[point] ?? Number.NaN);
  }
  return picked;
}

interface Sink {
  /** Position of the newest point; -1 after a break. */
  last: number;
  readonly points: number[];
}

/** A column is drawn in its runs between values that are not finite: the line breaks where they are. */
function pushColumn(sink: Sink, y: Extremes, from: number, to: number): void {
  let start = from;
  for (let gap = lowerBound(y.gaps, from); (y.gaps[gap] ?? to) < to; gap += 1) {
    const at = y.gaps[gap] ?? to;
    pushRun(sink, y, start, at);
    push(sink, y, at);
    start = at + 1;
  }
  pushRun(sink, y, start, to);
}

function pushRun(sink: Sink, y: Extremes, from: number, to: number): void {
  const found = extremesOf(y, from, to);
  if (found === null) return;
  push(sink, y, from);
  push(sink, y, Math.min(found.lowest, found.highest));
  push(sink, y, Math.max(found.lowest, found.highest));
  push(sink, y, to - 1);
}

function push(sink: Sink, y: Extremes, index: number): void {
  if (!Number.isFinite(y.values[index])) {
    if (sink.points.length > 0 && sink.last !== -1) sink.points.push(-1);
    sink.last = -1;
  } else if (index !== sink.last) {
    sink.points.push(index);
    sink.last = index;
  }
}

/** The first position whose value is not below `value`; values never fall. */
export function lowerBound(values: ArrayLike<number>, value: number, from = 0, to = values.length): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first position whose value is above `value`; values never fall. */
export function upperBound(values: ArrayLike<number>, value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

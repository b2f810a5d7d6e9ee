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
 * @param kept x that are drawn where the series has a point there, rising: of events, of checkpoints
 */
export function decimate(
  series: DenseSeries,
  from: number,
  to: number,
  columns: number,
  kept: ArrayLike<number> = [],
): DrawnPoints {
  const { x, y } = series;
  const start = lowerBound(x, from);
  const end = upperBound(x, to);
  const sink: Sink = { ...series, last: -1, isBroken: true, count: 0, xs: scratch.x, ys: scratch.y };
  if (start > 0) push(sink, start - 1);
  if (end - start <= 4 * columns) for (let index = start; index < end; index += 1) push(sink, index);
  else {
    const must = positionsOf(x, kept, start, end);
    const width = (to - from) / columns;
    const gaps = y.gaps.length === 0 ? 0 : lowerBound(y.gaps, start);
    const cursor: Cursor = { must, nextMust: 0, nextGap: gaps };
    let first = start;
    for (let column = 1; column <= columns && first < end; column += 1) {
      const next = column === columns ? end : lowerBound(x, from + column * width, first, end);
      if (next > first) pushColumn(sink, cursor, first, next);
      first = next;
    }
  }
  if (end < x.length) push(sink, end);
  return { x: sink.xs.slice(0, sink.count), y: sink.ys.slice(0, sink.count), sourceCount: end - start };
}

/** Where points are put together: larger than most plots need, and used again. */
const scratch = { x: new Float64Array(16_384), y: new Float64Array(16_384) };

interface Sink extends DenseSeries {
  /** Position of the newest point. */
  last: number;
  /** Nothing was drawn since the beginning or the last break. */
  isBroken: boolean;
  count: number;
  xs: Float64Array;
  ys: Float64Array;
}

/** How far columns have come. */
interface Cursor {
  readonly must: readonly number[];
  nextMust: number;
  nextGap: number;
}

function positionsOf(x: Float64Array, kept: ArrayLike<number>, start: number, end: number): number[] {
  const positions: number[] = [];
  for (let index = 0; index < kept.length; index += 1) {
    const at = lowerBound(x, kept[index] ?? Number.NaN, start, end);
    if (at < end && x[at] === kept[index]) positions.push(at);
  }
  return positions;
}

/** A column is drawn in its runs between values that are not finite: the line breaks where they are. */
function pushColumn(sink: Sink, cursor: Cursor, from: number, to: number): void {
  const { gaps } = sink.y;
  let start = from;
  for (; (gaps[cursor.nextGap] ?? to) < to; cursor.nextGap += 1) {
    const at = gaps[cursor.nextGap] ?? to;
    pushRun(sink, cursor, start, at);
    push(sink, at);
    start = at + 1;
  }
  pushRun(sink, cursor, start, to);
}

function pushRun(sink: Sink, cursor: Cursor, from: number, to: number): void {
  const found = extremesOf(sink.y, from, to);
  if (found === null) return;
  push(sink, from);
  pushMust(sink, cursor, Math.min(found.lowest, found.highest));
  push(sink, Math.min(found.lowest, found.highest));
  pushMust(sink, cursor, Math.max(found.lowest, found.highest));
  push(sink, Math.max(found.lowest, found.highest));
  pushMust(sink, cursor, to - 1);
  push(sink, to - 1);
}

/** What must be drawn up to a position. */
function pushMust(sink: Sink, cursor: Cursor, to: number): void {
  for (; (cursor.must[cursor.nextMust] ?? Infinity) <= to; cursor.nextMust += 1) {
    const at = cursor.must[cursor.nextMust] ?? to;
    if (at > sink.last) push(sink, at);
  }
}

function push(sink: Sink, index: number): void {
  if (index === sink.last) return;
  const value = sink.y.values[index] ?? Number.NaN;
  // A difference is zero for finite values alone.
  const isFinite = value - value === 0;
  if (!isFinite && sink.isBroken) return;
  sink.isBroken = !isFinite;
  if (sink.count === sink.xs.length) {
    sink.xs = doubled(sink.xs);
    sink.ys = doubled(sink.ys);
  }
  sink.xs[sink.count] = isFinite ? (sink.x[index] ?? Number.NaN) : Number.NaN;
  sink.ys[sink.count] = isFinite ? value : Number.NaN;
  sink.count += 1;
  sink.last = index;
}

function doubled(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
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

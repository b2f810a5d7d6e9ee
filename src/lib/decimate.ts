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
    const places = Array.from(kept, (value) => lowerBound(x, value, start, end));
    const must = places.filter((place, index) => x[place] === kept[index]);
    const width = (to - from) / columns;
    const cursor: Cursor = { must, nextMust: 0, nextGap: lowerBound(y.gaps, start) };
    let first = start;
    for (let column = 1; column <= columns; column += 1) {
      // Points mostly lie evenly: the border is looked for where that would put it.
      const guess = first + (end - first) / (columns - column + 1);
      const next = column === columns ? end : boundNear(x, from + column * width, first, end, guess);
      pushColumn(sink, cursor, first, next);
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

/** As `lowerBound`, in steps that grow from a guess: a few looks where the guess is good. */
function boundNear(values: Float64Array, value: number, from: number, to: number, guess: number): number {
  let low = Math.min(to, Math.max(from, Math.floor(guess)));
  let high = low;
  for (let step = 1; low > from && (values[low - 1] ?? 0) >= value; step *= 2) {
    high = low - 1;
    low = Math.max(from, low - step);
  }
  for (let step = 1; high < to && (values[high] ?? 0) < value; step *= 2) {
    low = high + 1;
    high = Math.min(to, high + step);
  }
  return lowerBound(values, value, Math.min(low, high), high);
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

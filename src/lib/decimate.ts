// M4 decimation: first, lowest, highest and last point per pixel column.
import { at } from './at.ts';
import { lowerBound, upperBound } from './bisect.ts';

/** x must not fall. */
export interface DenseSeries {
  readonly x: Float64Array;
  readonly y: Extremes;
}

/** A NaN in both breaks the line. */
export interface DrawnPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly sourceCount: number;
}

/**
 * The points to draw between two x, and one neighbour on each side, for the lines that leave the window.
 * @param columns pixel columns, from 1
 * @param kept rising x that are always drawn if there is a point: events, checkpoints
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
      // Points are mostly evenly spaced.
      const guess = first + (end - first) / (columns - column + 1);
      const next = column === columns ? end : boundNear(x, from + column * width, first, end, guess);
      pushColumn(sink, cursor, first, next);
      first = next;
    }
  }
  if (end < x.length) push(sink, end);
  return { x: sink.xs.slice(0, sink.count), y: sink.ys.slice(0, sink.count), sourceCount: end - start };
}

const scratch = { x: new Float64Array(16_384), y: new Float64Array(16_384) };

interface Sink extends DenseSeries {
  last: number;
  /** Nothing drawn since the start or the last break. */
  isBroken: boolean;
  count: number;
  xs: Float64Array;
  ys: Float64Array;
}

interface Cursor {
  readonly must: readonly number[];
  nextMust: number;
  nextGap: number;
}

/** Runs between non-finite values, where the line breaks. */
function pushColumn(sink: Sink, cursor: Cursor, from: number, to: number): void {
  const { gaps } = sink.y;
  let start = from;
  for (; (gaps[cursor.nextGap] ?? to) < to; cursor.nextGap += 1) {
    const gap = gaps[cursor.nextGap] ?? to;
    pushRun(sink, cursor, start, gap);
    push(sink, gap);
    start = gap + 1;
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

function pushMust(sink: Sink, cursor: Cursor, to: number): void {
  for (; (cursor.must[cursor.nextMust] ?? Infinity) <= to; cursor.nextMust += 1) {
    const position = cursor.must[cursor.nextMust] ?? to;
    if (position > sink.last) push(sink, position);
  }
}

function push(sink: Sink, index: number): void {
  if (index === sink.last) return;
  const value = sink.y.values[index] ?? Number.NaN;
  // A difference is zero only for finite values.
  const isFinite = value - value === 0;
  if (!isFinite && sink.isBroken) return;
  sink.isBroken = !isFinite;
  if (sink.count === sink.xs.length) {
    sink.xs = grow(sink.xs);
    sink.ys = grow(sink.ys);
  }
  sink.xs[sink.count] = isFinite ? (sink.x[index] ?? Number.NaN) : Number.NaN;
  sink.ys[sink.count] = isFinite ? value : Number.NaN;
  sink.count += 1;
  sink.last = index;
}

function grow(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** `lowerBound` by galloping from a guess. */
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

/** Index over an immutable series; a million values take some milliseconds. */
export interface Extremes {
  readonly values: Float64Array;
  /** Rising positions of non-finite values. */
  readonly gaps: Uint32Array;
  readonly levels: readonly Blocks[];
}

/**
 * Extremes of the finite values per block; Infinity and -Infinity if none. Positions would need lookups all
 * over the series.
 */
interface Blocks {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

const shift = 4;
const size = 1 << shift;

/** @param before of the beginning of these values: only what is new is read */
export function indexExtremes(values: Float64Array, before: Extremes | null = null): Extremes {
  const { length } = values;
  const small = emptyBlocks(length);
  const { low: lows, high: highs } = small;
  const known = before === null ? 0 : before.values.length >> shift;
  const [blocks] = before?.levels ?? [];
  if (blocks !== undefined) {
    lows.set(blocks.low.subarray(0, known));
    highs.set(blocks.high.subarray(0, known));
  }
  let index = known << shift;
  const gaps = before === null ? [] : Array.from(before.gaps.subarray(0, lowerBound(before.gaps, index)));
  for (let block = known; index < length; block += 1) {
    const end = Math.min(length, index + size);
    let low = Infinity;
    let high = -Infinity;
    for (; index < end; index += 1) {
      const value = values[index] ?? Number.NaN;
      // Cheaper than calling isFinite.
      if (value - value !== 0) gaps.push(index);
      else {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    lows[block] = low;
    highs[block] = high;
  }
  const middle = mergeBlocks(small);
  return { values, gaps: Uint32Array.from(gaps), levels: [small, middle, mergeBlocks(middle)] };
}

/**
 * Positions of the finite extremes from `from` up to, excluding, `to`; the first of equals; null if there is
 * none.
 */
export function extremesOf(
  { values, levels }: Extremes,
  from: number,
  to: number,
): { readonly lowest: number; readonly highest: number } | null {
  const found: Found = { low: Infinity, lowRow: -1, lowAt: 0, high: -Infinity, highRow: -1, highAt: 0 };
  search(found, values, levels, Math.max(0, from), Math.min(values.length, to));
  if (found.lowRow < 0) return null;
  return {
    lowest: positionOf(found.lowRow, found.lowAt, found.low, (row) =>
      row === 0 ? values : levels[row - 1]?.low,
    ),
    highest: positionOf(found.highRow, found.highAt, found.high, (row) =>
      row === 0 ? values : levels[row - 1]?.high,
    ),
  };
}

/** Best so far, with row (0 the values, then the levels) and position. */
interface Found {
  low: number;
  lowRow: number;
  lowAt: number;
  high: number;
  highRow: number;
  highAt: number;
}

/** Whole blocks at this level, left to right; the rest at the level below. */
function search(
  found: Found,
  values: Float64Array,
  levels: readonly Blocks[],
  begin: number,
  end: number,
  row = 0,
): void {
  const level = levels[row - 1];
  const low = level?.low ?? values;
  const high = level?.high ?? values;
  if (row === levels.length || end - begin < 2 * size) {
    scan(found, low, high, row, begin, end);
    return;
  }
  const first = (begin + size - 1) >> shift;
  const last = end >> shift;
  scan(found, low, high, row, begin, first << shift);
  search(found, values, levels, first, last, row + 1);
  scan(found, low, high, row, last << shift, end);
}

// Plain loops over numbers: a plot calls this thousands of times per frame.
function scan(
  found: Found,
  low: Float64Array,
  high: Float64Array,
  row: number,
  begin: number,
  end: number,
): void {
  let min = found.low;
  let max = found.high;
  let minAt = -1;
  let maxAt = -1;
  for (let index = begin; index < end; index += 1) {
    const below = low[index] ?? Number.NaN;
    const above = high[index] ?? Number.NaN;
    if (below < min && below > -Infinity) {
      min = below;
      minAt = index;
    }
    if (above > max && above < Infinity) {
      max = above;
      maxAt = index;
    }
  }
  if (minAt >= 0) {
    found.low = min;
    found.lowRow = row;
    found.lowAt = minAt;
  }
  if (maxAt >= 0) {
    found.high = max;
    found.highRow = row;
    found.highAt = maxAt;
  }
}

/** From a block down to the first value that made its extreme. */
function positionOf(
  row: number,
  place: number,
  value: number,
  rowAt: (row: number) => Float64Array | undefined,
): number {
  let found = place;
  for (let below = row - 1; below >= 0; below -= 1) {
    const parts = rowAt(below) ?? new Float64Array();
    found <<= shift;
    while (found < parts.length && parts[found] !== value) found += 1;
  }
  return found;
}

function emptyBlocks(below: number): Blocks {
  const count = Math.ceil(below / size);
  return { low: new Float64Array(count).fill(Infinity), high: new Float64Array(count).fill(-Infinity) };
}

function mergeBlocks({ low, high }: Blocks): Blocks {
  const blocks = emptyBlocks(low.length);
  for (let part = 0; part < low.length; part += 1) {
    const block = part >> shift;
    blocks.low[block] = Math.min(at(blocks.low, block), at(low, part));
    blocks.high[block] = Math.max(at(blocks.high, block), at(high, part));
  }
  return blocks;
}

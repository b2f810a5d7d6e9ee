// The smallest and largest value of any range of a long series, without looking at each: blocks of 16, 256 and 4,096.
import { at } from './at.ts';

/** An index over a series that does not change. Build it once; building a million values takes some milliseconds. */
export interface Extremes {
  readonly values: Float64Array;
  /** Positions whose value is not finite, rising. */
  readonly gaps: Uint32Array;
  /** Blocks of 16, of 256 and of 4,096 values. */
  readonly levels: readonly Blocks[];
}

/**
 * The smallest and the largest finite value of each block, Infinity and -Infinity where it has none. Values and not their
 * places: these would have to be looked up all over the series.
 */
export interface Blocks {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** A block holds so many of the level below, as a power of two. */
const shift = 4;
const size = 1 << shift;

/** Reads all values once. */
export function indexExtremes(values: Float64Array): Extremes {
  const gaps: number[] = [];
  const small = emptyBlocks(values.length);
  const { low: lows, high: highs } = small;
  const { length } = values;
  let index = 0;
  for (let block = 0; index < length; block += 1) {
    const end = Math.min(length, index + size);
    let low = Infinity;
    let high = -Infinity;
    for (; index < end; index += 1) {
      const value = values[index] ?? Number.NaN;
      // A difference is zero for finite values alone; the test costs less than a call.
      if (value - value !== 0) gaps.push(index);
      else {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    lows[block] = low;
    highs[block] = high;
  }
  const middle = gathered(small);
  return { values, gaps: Uint32Array.from(gaps), levels: [small, middle, gathered(middle)] };
}

/**
 * Positions of the smallest and the largest finite value from `from` up to, without, `to`, of equal ones the first; null
 * where there is none.
 */
export function extremesOf(
  { values, levels }: Extremes,
  from: number,
  to: number,
): { readonly lowest: number; readonly highest: number } | null {
  const found: Found = { low: Infinity, lowRow: -1, lowAt: 0, high: -Infinity, highRow: -1, highAt: 0 };
  look(found, values, levels, Math.max(0, from), Math.min(values.length, to));
  if (found.lowRow < 0) return null;
  return {
    lowest: placeOf(found.lowRow, found.lowAt, found.low, (row) =>
      row === 0 ? values : levels[row - 1]?.low,
    ),
    highest: placeOf(found.highRow, found.highAt, found.high, (row) =>
      row === 0 ? values : levels[row - 1]?.high,
    ),
  };
}

/** The best so far: values, and the row (0 the values themselves, then the levels) and place that hold them. */
interface Found {
  low: number;
  lowRow: number;
  lowAt: number;
  high: number;
  highRow: number;
  highAt: number;
}

/** Whole blocks by those, from the left side to the right; what is left on both sides by the level below. */
function look(
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
  look(found, values, levels, first, last, row + 1);
  scan(found, low, high, row, last << shift, end);
}

// Plain loops over numbers: a plot asks thousands of times a frame.
function scan(
  found: Found,
  low: Float64Array,
  high: Float64Array,
  row: number,
  begin: number,
  end: number,
): void {
  let least = found.low;
  let most = found.high;
  let leastAt = -1;
  let mostAt = -1;
  for (let index = begin; index < end; index += 1) {
    const below = low[index] ?? Number.NaN;
    const above = high[index] ?? Number.NaN;
    if (below < least && below > -Infinity) {
      least = below;
      leastAt = index;
    }
    if (above > most && above < Infinity) {
      most = above;
      mostAt = index;
    }
  }
  if (leastAt >= 0) {
    found.low = least;
    found.lowRow = row;
    found.lowAt = leastAt;
  }
  if (mostAt >= 0) {
    found.high = most;
    found.highRow = row;
    found.highAt = mostAt;
  }
}

/** From a block down to the first value that it was made from. */
function placeOf(
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

function gathered({ low, high }: Blocks): Blocks {
  const blocks = emptyBlocks(low.length);
  for (let part = 0; part < low.length; part += 1) {
    const block = part >> shift;
    blocks.low[block] = Math.min(at(blocks.low, block), at(low, part));
    blocks.high[block] = Math.max(at(blocks.high, block), at(high, part));
  }
  return blocks;
}

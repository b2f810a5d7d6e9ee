// The smallest and largest value of any range of a long series, without looking at each: blocks of 64 and of 4,096.

/** An index over a series that does not change. Build it once; building a million values takes some milliseconds. */
export interface Extremes {
  readonly values: Float64Array;
  /** Positions whose value is not finite, rising. */
  readonly gaps: Uint32Array;
  readonly small: Blocks;
  readonly large: Blocks;
}

interface Blocks {
  readonly size: number;
  /** Position of the smallest and the largest finite value of each block; `none` where it has no finite one. */
  readonly lowest: Uint32Array;
  readonly highest: Uint32Array;
}

/** Stands for "no position". */
const none = 0xffffffff;

/** Reads all values once. */
export function indexExtremes(values: Float64Array): Extremes {
  const gaps: number[] = [];
  const small = emptyBlocks(values.length, 64);
  const large = emptyBlocks(values.length, 4096);
  for (let block = 0; block < small.lowest.length; block += 1) {
    const end = Math.min(values.length, (block + 1) * small.size);
    let low = Infinity;
    let high = -Infinity;
    let lowest = none;
    let highest = none;
    for (let index = block * small.size; index < end; index += 1) {
      const value = values[index] ?? Number.NaN;
      // A difference is zero for finite values alone; the test costs less than a call.
      if (value - value !== 0) gaps.push(index);
      else {
        if (value < low || lowest === none) {
          low = value;
          lowest = index;
        }
        if (value > high || highest === none) {
          high = value;
          highest = index;
        }
      }
    }
    small.lowest[block] = lowest;
    small.highest[block] = highest;
    if (lowest === none) continue;
    note(large, values, lowest, low);
    note(large, values, highest, high);
  }
  return { values, gaps: Uint32Array.from(gaps), small, large };
}

/** Positions of the smallest and the largest finite value from `from` up to, without, `to`; null where there is none. */
export function extremesOf(
  { values, small, large }: Extremes,
  from: number,
  to: number,
): { readonly lowest: number; readonly highest: number } | null {
  let low = Infinity;
  let high = -Infinity;
  let lowest = none;
  let highest = none;
  let index = Math.max(0, from);
  const end = Math.min(values.length, to);
  // Written out, without calls and lists: a plot asks thousands of times a frame.
  while (index < end) {
    let lowHere = index;
    let highHere = index;
    if (index % small.size !== 0 || index + small.size > end) index += 1;
    else {
      const isLarge = index % large.size === 0 && index + large.size <= end;
      const blocks = isLarge ? large : small;
      const block = index / blocks.size;
      lowHere = blocks.lowest[block] ?? none;
      highHere = blocks.highest[block] ?? none;
      index += blocks.size;
      if (lowHere === none) continue;
    }
    const value = values[lowHere] ?? Number.NaN;
    if (value - value !== 0) continue;
    if (value < low || lowest === none) {
      low = value;
      lowest = lowHere;
    }
    const other = values[highHere] ?? Number.NaN;
    if (other > high || highest === none) {
      high = other;
      highest = highHere;
    }
  }
  return lowest === none ? null : { lowest, highest };
}

function emptyBlocks(length: number, size: number): Blocks {
  const count = Math.ceil(length / size);
  return { size, lowest: new Uint32Array(count).fill(none), highest: new Uint32Array(count).fill(none) };
}

// The first of several equal values stays, so that what is drawn does not depend on the blocks.
function note({ size, lowest, highest }: Blocks, values: Float64Array, index: number, value: number): void {
  const block = Math.floor(index / size);
  const low = lowest[block] ?? none;
  const high = highest[block] ?? none;
  if (low === none || value < (values[low] ?? 0)) lowest[block] = index;
  if (high === none || value > (values[high] ?? 0)) highest[block] = index;
}

// The smallest and largest value of any range of a long series, without looking at each: blocks of 16, 256 and 4,096.

/** An index over a series that does not change. Build it once; building a million values takes some milliseconds. */
export interface Extremes {
  readonly values: Float64Array;
  /** Positions whose value is not finite, rising. */
  readonly gaps: Uint32Array;
  /** Blocks of 16, of 256 and of 4,096 values. */
  readonly levels: readonly [Blocks, Blocks, Blocks];
}

/** Position of the smallest and the largest finite value of each block; `none` where it has no finite one. */
export interface Blocks {
  readonly lowest: Uint32Array;
  readonly highest: Uint32Array;
}

/** Stands for "no position". */
const none = 0xffffffff;

/** A block holds so many of the level below, as a power of two. */
const shift = 4;

/** Reads all values once. */
export function indexExtremes(values: Float64Array): Extremes {
  const gaps: number[] = [];
  const small = emptyBlocks(values.length);
  const size = 1 << shift;
  for (let block = 0; block < small.lowest.length; block += 1) {
    const end = Math.min(values.length, (block + 1) * size);
    let low = Infinity;
    let high = -Infinity;
    let lowest = none;
    let highest = none;
    for (let index = block * size; index < end; index += 1) {
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
  }
  const middle = gathered(small, values);
  return { values, gaps: Uint32Array.from(gaps), levels: [small, middle, gathered(middle, values)] };
}

/** Positions of the smallest and the largest finite value from `from` up to, without, `to`; null where there is none. */
export function extremesOf(
  { values, levels: [small, middle, large] }: Extremes,
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
    if ((index & 15) !== 0 || index + 16 > end) index += 1;
    else {
      let blocks = small;
      let size = 16;
      if ((index & 255) === 0 && index + 256 <= end) {
        blocks = middle;
        size = 256;
        if ((index & 4095) === 0 && index + 4096 <= end) {
          blocks = large;
          size = 4096;
        }
      }
      lowHere = blocks.lowest[index / size] ?? none;
      highHere = blocks.highest[index / size] ?? none;
      index += size;
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

function emptyBlocks(below: number): Blocks {
  const count = Math.ceil(below / (1 << shift));
  return { lowest: new Uint32Array(count).fill(none), highest: new Uint32Array(count).fill(none) };
}

// The first of several equal values stays, so that what is drawn does not depend on the blocks.
function gathered(below: Blocks, values: Float64Array): Blocks {
  const blocks = emptyBlocks(below.lowest.length);
  for (let part = 0; part < below.lowest.length; part += 1) {
    const lowest = below.lowest[part] ?? none;
    const highest = below.highest[part] ?? none;
    if (lowest === none) continue;
    const block = part >> shift;
    const low = blocks.lowest[block] ?? none;
    const high = blocks.highest[block] ?? none;
    if (low === none || (values[lowest] ?? 0) < (values[low] ?? 0)) blocks.lowest[block] = lowest;
    if (high === none || (values[highest] ?? 0) > (values[high] ?? 0)) blocks.highest[block] = highest;
  }
  return blocks;
}

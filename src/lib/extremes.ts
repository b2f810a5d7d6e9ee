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
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (Number.isFinite(value)) note(small, values, index, value);
    else gaps.push(index);
  }
  for (let block = 0; block < small.lowest.length; block += 1) {
    const low = small.lowest[block] ?? none;
    const high = small.highest[block] ?? none;
    if (low === none) continue;
    note(large, values, low, values[low] ?? 0);
    note(large, values, high, values[high] ?? 0);
  }
  return { values, gaps: Uint32Array.from(gaps), small, large };
}

/** Positions of the smallest and the largest finite value from `from` up to, without, `to`; null where there is none. */
export function extremesOf(
  { values, small, large }: Extremes,
  from: number,
  to: number,
): { readonly lowest: number; readonly highest: number } | null {
  let lowest = none;
  let highest = none;

  const look = (low: number, high: number) => {
    if (low === none) return;
    if (lowest === none || (values[low] ?? 0) < (values[lowest] ?? 0)) lowest = low;
    if (highest === none || (values[high] ?? 0) > (values[highest] ?? 0)) highest = high;
  };

  let index = Math.max(0, from);
  const end = Math.min(values.length, to);
  while (index < end) {
    const blocks = [large, small].find(({ size }) => index % size === 0 && index + size <= end);
    if (blocks !== undefined) {
      const block = index / blocks.size;
      look(blocks.lowest[block] ?? none, blocks.highest[block] ?? none);
      index += blocks.size;
    } else {
      if (Number.isFinite(values[index])) look(index, index);
      index += 1;
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

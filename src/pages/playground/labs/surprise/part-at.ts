// From an offset in the compared text to the part that is there, and the parts that a block of the text shows.
import type { AlignedPart } from './align.ts';

/** Position of the part that holds the character at `offset` (UTF-16 units); null beside the text, and between parts. */
export function partAt(parts: readonly AlignedPart[], offset: number): number | null {
  const position = firstEndingBehind(parts, offset);
  const part = parts[position];
  return part === undefined || part.start > offset ? null : position;
}

/** Positions of the parts that lie in `[from, to)` with any of their text: the first, and the one behind the last. */
export function partsWithin(
  parts: readonly AlignedPart[],
  from: number,
  to: number,
): { readonly first: number; readonly end: number } {
  const first = firstEndingBehind(parts, from);
  let end = first;
  while ((parts[end]?.start ?? to) < to) end += 1;
  return { first, end };
}

/** Parts are in order and do not overlap. */
function firstEndingBehind(parts: readonly AlignedPart[], offset: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

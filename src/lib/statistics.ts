// Quantiles by quickselect.
import { at } from './at.ts';

/**
 * Interpolates between order statistics (R-7, as spreadsheets do), in linear time. Null for an empty sample.
 * @param values any order, no NaN
 * @param q 0 to 1
 */
export function quantile(values: Float64Array, q: number): number | null {
  if (values.length === 0) return null;
  const parted = Float64Array.from(values);
  const position = (parted.length - 1) * q;
  const place = Math.floor(position);
  const low = select(parted, place);
  if (position === place) return low;
  // All values after `place` are at least as large as the one there.
  const high = parted.subarray(place + 1).reduce((least, value) => Math.min(least, value));
  return low + (high - low) * (position - place);
}

/** Partially sorts in place; returns the value at `place`. */
function select(values: Float64Array, place: number): number {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const pivot = at(values, (from + to) >> 1);
    let left = from;
    let right = to;
    while (left <= right) {
      while (at(values, left) < pivot) left += 1;
      while (at(values, right) > pivot) right -= 1;
      if (left > right) break;
      const held = at(values, left);
      values[left] = at(values, right);
      values[right] = held;
      left += 1;
      right -= 1;
    }
    if (place <= right) to = right;
    else if (place >= left) from = left;
    else break;
  }
  return at(values, place);
}

// Comparison of number columns; NaN equals NaN.

/** How many values at the beginning are equal. */
export function sameCount(one: Float64Array, other: Float64Array): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const value = one[index];
    if (value !== other[index] && !(Number.isNaN(value) && Number.isNaN(other[index]))) return index;
  }
  return length;
}

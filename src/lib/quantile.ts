// Quantiles of a sample.

/**
 * The q-quantile by linear interpolation between order statistics (the R-7 rule, as spreadsheets do).
 * @param values any order; not changed
 * @param q 0 to 1
 * @returns null for an empty sample
 */
export function quantile(values: Float64Array, q: number): number | null {
  const sorted = Float64Array.from(values).sort();
  const position = (sorted.length - 1) * q;
  const low = sorted[Math.floor(position)];
  const high = sorted[Math.ceil(position)];
  if (low === undefined || high === undefined) return null;
  return low + (high - low) * (position - Math.floor(position));
}

// Smoothing as in TensorBoard: debiased exponential moving average.

/**
 * Non-finite values pass through and change nothing; a constant series is unchanged. Smooth the whole series,
 * then decimate: the other order makes the curve depend on the zoom.
 * @param weight 0 (nothing) to 1, 0.6 by default in TensorBoard
 * @returns as many values as came in
 */
export function smooth(values: ArrayLike<number>, weight: number): Float64Array {
  const result = Float64Array.from(values);
  if (weight <= 0 || isConstant(result)) return result;
  let last = 0;
  let decay = 1;
  for (let index = 0; index < result.length; index += 1) {
    const value = result[index] ?? 0;
    if (!Number.isFinite(value)) continue;
    last = last * weight + (1 - weight) * value;
    decay *= weight;
    result[index] = last / (weight === 1 ? 1 : 1 - decay);
  }
  return result;
}

// A plain loop, which most series leave at their second value.
function isConstant(values: Float64Array): boolean {
  let first = Number.NaN;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (Number.isNaN(first)) first = value;
    else if (value !== first) return false;
  }
  return true;
}

// Smoothing as in TensorBoard.
import { append } from './growing-column.ts';

/** TensorBoard's default. */
export const defaultWeight = 0.6;

/** Of the beginning of longer values. */
export interface Smoothed {
  readonly smoothed: Float64Array;
  /** Finite values among them. */
  readonly finiteCount: number;
}

/**
 * Non-finite values pass and change nothing; a constant series stays. Smooth before decimating: otherwise the
 * curve depends on the zoom.
 * @param weight 0 (nothing) to 1
 * @param before only what is new is smoothed; not of a constant beginning
 */
export function smooth(
  values: Float64Array,
  weight: number,
  { smoothed, finiteCount }: Smoothed = nothingSmoothed,
): Float64Array {
  if (weight <= 0 || (finiteCount === 0 && isConstant(values))) return values;
  const added = values.slice(smoothed.length);
  let decay = weight ** finiteCount;
  const lastFinite = smoothed.findLast(Number.isFinite) ?? 0;
  let last = lastFinite * (1 - decay);
  for (let index = 0; index < added.length; index += 1) {
    const value = added[index] ?? Number.NaN;
    // A difference is zero only for finite values.
    if (value - value !== 0) continue;
    last = last * weight + (1 - weight) * value;
    decay *= weight;
    added[index] = last / (weight === 1 ? 1 : 1 - decay);
  }
  return smoothed.length === 0 ? added : append(smoothed, added);
}

const nothingSmoothed: Smoothed = { smoothed: new Float64Array(), finiteCount: 0 };

// Most series leave this loop at their second value.
function isConstant(values: Float64Array): boolean {
  let first = Number.NaN;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    if (Number.isNaN(first)) first = value;
    else if (value !== first) return false;
  }
  return true;
}

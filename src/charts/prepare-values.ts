// What a line needs before it can be drawn at any zoom: smoothed as a whole, without what its axis does not know, indexed.
import { indexExtremes, type Extremes } from '#lib/decimate.ts';
import { smooth } from '#lib/smooth.ts';

/** What is to be done with the values of a series. */
export interface Preparation {
  /** Weight of the smoothing; 0 leaves the values as they are. */
  readonly weight: number;
  /** A logarithmic axis knows only what is above zero; the rest becomes a gap. */
  readonly isLog: boolean;
}

/** Reads every value a few times: half a second for ten million. Values that need no change are not copied. */
export function prepareValues(values: Float64Array, { weight, isLog }: Preparation): Extremes {
  const smoothed = weight > 0 ? smooth(values, weight) : values;
  return indexExtremes(isLog ? onlyPositive(smoothed) : smoothed);
}

function onlyPositive(values: Float64Array): Float64Array {
  if (!values.some((value) => value <= 0)) return values;
  return values.map((value) => (value > 0 ? value : Number.NaN));
}

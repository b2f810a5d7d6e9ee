// How surprising a token is, as one of the ember ramp's stops.

/**
 * Probabilities that border the stops: above the first nothing is painted, at or below the last the strongest stop is.
 * In between each stop covers an equal step of surprise.
 */
const calm = 0.9;
const startling = 0.01;

/** Stops of the ramp (`--ember-1` to `--ember-6`). */
export const stopCount = 6;

/**
 * The stop of a token, from 0 (not painted) to `stopCount`.
 * @param logprob natural logarithm; NaN, above zero (a fault of some services) and −Infinity are not part of the scale: 0
 */
export function heatStop(logprob: number): number {
  if (!(logprob <= 0) || logprob === Number.NEGATIVE_INFINITY) return 0;
  const first = -Math.log(calm);
  const last = -Math.log(startling);
  if (-logprob < first) return 0;
  return Math.min(stopCount, 1 + Math.floor(((-logprob - first) / (last - first)) * (stopCount - 1) + 1e-9));
}

/** The probabilities that separate the stops, for a legend: `stopBorders[i]` is the highest of stop i + 1. */
export const stopBorders: readonly number[] = Array.from({ length: stopCount }, (_, stop) =>
  Math.exp(Math.log(calm) + (stop / (stopCount - 1)) * (Math.log(startling) - Math.log(calm))),
);

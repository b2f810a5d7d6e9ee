// How long a run will still take, as a range: single answers differ, and a single figure would promise too much.
import { quantile } from '#lib/quantile.ts';

/** Answers that must have come before anything is said. */
const enough = 3;

/**
 * Milliseconds, from the lower to the upper quartile of what recent requests took.
 * @param recentMs durations of the newest requests
 * @param left requests that are not done
 * @param atOnce how many go at the same time
 * @returns null while too few have come
 */
export function timeLeft(
  recentMs: readonly number[],
  left: number,
  atOnce: number,
): { readonly fromMs: number; readonly toMs: number } | null {
  const sample = Float64Array.from(recentMs);
  const low = quantile(sample, 0.25);
  const high = quantile(sample, 0.75);
  if (recentMs.length < enough || low === null || high === null) return null;
  const rounds = left / Math.max(1, Math.min(atOnce, left));
  return { fromMs: low * rounds, toMs: high * rounds };
}

// When a watch asks again: every half minute, slower where the service wants fewer requests or does not answer.
import { ApiError } from '#api/errors.ts';

/** How long a watch rests between two answers. */
export const restMs = 30_000;

const longestMs = 600_000;

/** Asking again cannot help: the request itself is refused. */
const final = new Set([400, 401, 402, 403, 404, 405, 422, 501]);

/**
 * Milliseconds until the next request; null where asking again is of no use.
 * @param beforeMs the delay before the request that has ended
 * @param error what it threw; null for an answer
 * @param chance 0 to 1, spreads the delay by a tenth, so that many pages do not ask as one
 */
export function watchDelayMs(beforeMs: number, error: unknown, chance: number): number | null {
  const spread = 1 + 0.1 * chance;
  if (error === null) return restMs * spread;
  if (error instanceof ApiError && error.status !== null && final.has(error.status)) return null;
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  const slower = Math.min(longestMs, Math.max(restMs, beforeMs) * 2);
  return Math.max(asked, slower) * spread;
}

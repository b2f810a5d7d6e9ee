// When a question that follows the list may be asked again: not while it is refused, and not at once where it failed.
import { ApiError } from '#api/errors.ts';

/** What the last answer to it was. */
export interface Followed {
  readonly error: Error | null;
  /** Unix milliseconds, 0 for never. */
  readonly errorUpdatedAt: number;
}

/** After a failure that names no time. */
const restMs = 30_000;

/** Whether it may be asked by itself now. A refusal of the credentials is for a person to mend. */
export function mayAsk({ error, errorUpdatedAt }: Followed, nowMs: number): boolean {
  if (error === null) return true;
  const answered = error instanceof ApiError ? error : null;
  if (answered?.status === 401 || answered?.status === 403) return false;
  return nowMs >= errorUpdatedAt + Math.max(restMs, answered?.retryAfterMs ?? 0);
}

// When to ask for the fine-tunes again. Pure: the same facts give the same delay, however often it is asked.
import { statusKind, type StatusKind } from './status.ts';

/** What the delay depends on. */
export interface PollFacts {
  /** Statuses of all fine-tunes in the last answer; null before the first. */
  readonly statuses: readonly (string | undefined)[] | null;
  /** Status of the fine-tune whose page is open; null where none is. */
  readonly openStatus: string | null;
  /** Answers in a row that said nothing new. */
  readonly unchangedCount: number;
  /** The last request failed: its HTTP status where there was an answer, and how long the service asks to wait. */
  readonly failure: { readonly status: number | null; readonly retryAfterMs: number | null } | null;
  /** Requests in a row that failed. */
  readonly failureCount: number;
  /** 0 to 1, the same for all calls between two requests; spreads pages that would ask as one. */
  readonly chance: number;
}

const minuteMs = 60_000;
const longestMs = 300_000;

/** Milliseconds from the end of one request to the next; false where nothing is to be asked by itself any more. */
export function pollDelayMs(facts: PollFacts): number | false {
  const { failure, failureCount, chance } = facts;
  const usualMs = doubled(restMs(facts), facts.unchangedCount);
  if (failure === null) return usualMs;
  if (failure.status === 401 || failure.status === 403) return false;
  // A fifth later at most, and never sooner than the service asked for.
  if (failure.status === 429) {
    const askedMs = failure.retryAfterMs ?? doubled(usualMs, failureCount, longestMs);
    return Math.min(longestMs, Math.max(usualMs, askedMs) * (1 + 0.2 * chance));
  }
  // Where the operation is missing it will be for long; a service that starts again is back in seconds.
  if (failure.status === 404) return longestMs;
  return Math.min(minuteMs, 2_000 * 2 ** Math.min(failureCount - 1, 10)) * (0.8 + 0.2 * chance);
}

/** The delay while every answer says something new. */
function restMs({ statuses, openStatus }: PollFacts): number {
  if (openStatus !== null && statusKind(openStatus) === 'running') return 5_000;
  const kinds = new Set<StatusKind>(statuses?.map(statusKind));
  if (kinds.has('running')) return 15_000;
  if (kinds.has('queued')) return 30_000;
  if (kinds.has('unknown')) return minuteMs;
  return 2 * minuteMs;
}

function doubled(delayMs: number, times: number, capMs = minuteMs): number {
  return Math.max(delayMs, Math.min(capMs, delayMs * 2 ** Math.min(times, 16)));
}

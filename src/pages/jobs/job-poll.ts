// When to ask for a job again. Pure: the same facts give the same delay, however often it is asked.
import { isOver, jobStatusKind } from './job-status.ts';

/** What the delay depends on. */
export interface JobPollFacts {
  /** As the service sent it last; null before the first answer. */
  readonly status: string | null;
  /** Its own page is open, or it is one of a list. */
  readonly isOpen: boolean;
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
export function jobDelayMs(facts: JobPollFacts): number | false {
  const { status, failure, failureCount, chance } = facts;
  if (failure === null) {
    if (status !== null && isOver(status)) return false;
    return doubled(restMs(facts), facts.unchangedCount, minuteMs);
  }
  // Credentials, permission, or no such job: asking again would say the same.
  if ([401, 403, 404, 410].includes(failure.status ?? 0)) return false;
  if (failure.status === 429 || failure.retryAfterMs !== null) {
    const askedMs = failure.retryAfterMs ?? doubled(restMs(facts), failureCount, longestMs);
    return Math.min(longestMs, Math.max(restMs(facts), askedMs) * (1 + 0.2 * chance));
  }
  return doubled(2_000, failureCount - 1, minuteMs) * (0.8 + 0.2 * chance);
}

/** The delay while every answer says something new. */
function restMs({ status, isOpen }: JobPollFacts): number {
  const kind = jobStatusKind(status ?? '');
  if (kind === 'unknown') return minuteMs;
  if (isOpen) return 5_000;
  return kind === 'queued' ? 30_000 : 15_000;
}

function doubled(delayMs: number, times: number, capMs: number): number {
  return Math.max(delayMs, Math.min(capMs, delayMs * 2 ** Math.min(Math.max(0, times), 16)));
}

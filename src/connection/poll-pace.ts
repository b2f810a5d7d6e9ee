// The rules that every repeated request keeps: less often without news, as long as asked after a refusal, never in step with others.

/** What the answers so far say about the next request. */
export interface PollHistory {
  /** Answers in a row that said nothing new. */
  readonly unchangedCount: number;
  /** Why the last request failed; null where it did not. */
  readonly failure: PollFailure | null;
  /** Requests in a row that failed. */
  readonly failureCount: number;
  /** 0 to 1, the same for all calls between two requests; spreads pages that would ask as one. */
  readonly chance: number;
}

/** A request that failed. */
export interface PollFailure {
  /** Null where no answer came. */
  readonly status: number | null;
  /** How long the service asks to wait; null where it does not say. */
  readonly retryAfterMs: number | null;
}

const minuteMs = 60_000;
/** No poll waits longer, whatever a service says. */
const longestMs = 5 * minuteMs;

/** After an answer: doubled by each one without news, up to a minute; a tenth later at most, and never below `restMs`. */
export function calmDelayMs(restMs: number, { unchangedCount, chance }: PollHistory): number {
  return doubled(restMs, unchangedCount, minuteMs) * (1 + 0.1 * chance);
}

/** After a refusal for now: as long as the service asks, else doubled each time; a fifth later at most, never sooner. */
function refusedDelayMs(usualMs: number, { failure, failureCount, chance }: PollHistory): number {
  const askedMs = failure?.retryAfterMs ?? doubled(usualMs, failureCount, longestMs);
  return Math.min(longestMs, Math.max(usualMs, askedMs) * (1 + 0.2 * chance));
}

/** After silence: a service that starts again is back in seconds; one that stays away is asked once a minute. */
function awayDelayMs({ failureCount, chance }: PollHistory): number {
  return doubled(2_000, failureCount - 1, minuteMs) * (0.8 + 0.2 * chance);
}

/** After any failure; false where another request would be answered the same. */
export function failedDelayMs(usualMs: number, history: PollHistory): number | false {
  const { status = null, retryAfterMs = null } = history.failure ?? {};
  if (status === 401 || status === 403) return false;
  if (status === 429 || retryAfterMs !== null) return refusedDelayMs(usualMs, history);
  // Where the operation is missing it will be for long.
  return status === 404 ? longestMs : awayDelayMs(history);
}

/** Whether a connection answers: once a minute while it does. It is asked again whatever it says. */
export function checkDelayMs(history: PollHistory): number {
  const usualMs = Math.round(minuteMs * (0.8 + 0.4 * history.chance));
  return (history.failure !== null && failedDelayMs(minuteMs, history)) || usualMs;
}

function doubled(delayMs: number, times: number, capMs: number): number {
  return Math.max(delayMs, Math.min(capMs, delayMs * 2 ** Math.min(Math.max(0, times), 16)));
}

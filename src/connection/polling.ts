// The rules that every repeated request keeps: less often without news, as long as asked after a refusal, never in step with others.
import { ApiError } from '#api/errors.ts';
import type { PollTimes } from '#ui/PollButtons.tsx';

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
interface PollFailure {
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

/** A query of the cache, as far as a delay depends on it. */
export interface PolledState<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  /** Unix milliseconds, 0 for never. */
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

/** What the page remembers of the answers so far. */
interface PollCounts {
  readonly unchangedCount: number;
  readonly failureCount: number;
  /** 0 to 1: another one for each of several requests that are answered at once; absent where the page has but one. */
  readonly seed?: number;
}

/** Pure between two requests. */
export function pollHistory(state: PolledState<unknown>, counts: PollCounts): PollHistory {
  const { error } = state;
  const answered = error instanceof ApiError ? error : null;
  return {
    unchangedCount: counts.unchangedCount,
    failure:
      error === null
        ? null
        : { status: answered?.status ?? null, retryAfterMs: answered?.retryAfterMs ?? null },
    failureCount: Math.max(1, counts.failureCount),
    chance: spread(settledMs(state), counts.seed),
  };
}

/** A query of the cache, as far as its answers are counted. */
interface CountedQuery {
  readonly state: {
    readonly data: unknown;
    readonly dataUpdateCount: number;
    readonly errorUpdateCount: number;
  };
}

/** Answers in a row that said nothing new, and requests in a row that failed; the same between two requests. */
export function pollCounts(query: CountedQuery): {
  readonly unchangedCount: number;
  readonly failureCount: number;
} {
  const { data, dataUpdateCount, errorUpdateCount } = query.state;
  let known = counted.get(query);
  if (known === undefined) {
    known = { data, dataUpdateCount, errorUpdateCount, unchangedCount: 0, failureCount: errorUpdateCount };
    counted.set(query, known);
  }
  if (known.dataUpdateCount !== dataUpdateCount) {
    known.unchangedCount = known.data === data ? known.unchangedCount + 1 : 0;
    known.failureCount = 0;
  }
  known.failureCount += errorUpdateCount - known.errorUpdateCount;
  Object.assign(known, { data, dataUpdateCount, errorUpdateCount });
  return known;
}

const counted = new WeakMap<
  object,
  { unchangedCount: number; failureCount: number } & CountedQuery['state']
>();

/** @param delayMs from the end of the last request to the next; false where none is sent by itself */
export function pollTimes(
  query: PolledState<unknown> & { readonly isFetching: boolean },
  delayMs: number | false,
  isPaused: boolean,
): PollTimes {
  const lastMs = settledMs(query);
  return {
    updatedAtMs: query.dataUpdatedAt === 0 ? null : query.dataUpdatedAt,
    nextAtMs: isPaused || delayMs === false || lastMs === 0 ? null : lastMs + delayMs,
    isFetching: query.isFetching,
    isPaused,
  };
}

/**
 * Whether a tab that is seen again asks at once. Hidden, it asked nothing; what fell due meanwhile is asked now, and what
 * is well is looked at again. A service that asked to be left alone is, until its time has come.
 */
export function asksOnReturn(
  state: PolledState<unknown>,
  delayMs: number | false,
  nowMs = Date.now(),
): boolean | 'always' {
  if (state.error === null) return true;
  return delayMs !== false && nowMs >= settledMs(state) + delayMs ? 'always' : false;
}

/** 0 to 1: another one after each request, another row of them for each seed. @param lastMs when the last one ended */
export function spread(lastMs: number, seed = pageSeed): number {
  return (seed + lastMs * 0.618_033_988_75) % 1;
}

const pageSeed = Math.random();

function settledMs({ dataUpdatedAt, errorUpdatedAt }: PolledState<unknown>): number {
  return Math.max(dataUpdatedAt, errorUpdatedAt);
}

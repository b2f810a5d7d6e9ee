// Polling policy: backoff, Retry-After and jitter.
import { ApiError } from '#api/errors.ts';
import type { PollTimes } from '#ui/Freshness.tsx';

export interface PollHistory {
  readonly unchangedCount: number;
  readonly failure: PollFailure | null;
  readonly failureCount: number;
  /** Jitter from 0 to 1, constant between two requests. */
  readonly chance: number;
}

interface PollFailure {
  readonly status: number | null;
  readonly retryAfterMs: number | null;
}

const minuteMs = 60_000;
/** However long a service asks to wait. */
const longestMs = 5 * minuteMs;

/** From the end of one request to the next; false to stop. @param restMs while every answer has news */
export function pollDelayMs(restMs: number, history: PollHistory): number | false {
  const successMs = successDelayMs(restMs, history);
  return history.failure === null ? successMs : failedDelayMs(successMs, history);
}

/** Doubles per unchanged answer up to a minute, plus up to a tenth. */
function successDelayMs(restMs: number, { unchangedCount, chance }: PollHistory): number {
  return doubled(restMs, unchangedCount, minuteMs) * (1 + 0.1 * chance);
}

/** As asked, else exponential; up to a fifth later, never sooner. A 503 that says when it is over may end soon. */
function rateLimitedDelayMs(defaultMs: number, { failure, failureCount, chance }: PollHistory): number {
  const askedMs = failure?.retryAfterMs ?? doubled(defaultMs, failureCount, longestMs);
  const leastMs = failure?.status === 503 ? Math.min(defaultMs, 5_000) : defaultMs;
  return Math.min(longestMs, Math.max(leastMs, askedMs) * (1 + 0.2 * chance));
}

/** For what may come within seconds, such as a service that restarts: seconds at first, then a minute. */
export function soonDelayMs({ failureCount, chance }: PollHistory): number {
  return doubled(2_000, failureCount - 1, minuteMs) * (0.8 + 0.2 * chance);
}

/** False if a retry would get the same answer. */
function failedDelayMs(defaultMs: number, history: PollHistory): number | false {
  const { status = null, retryAfterMs = null } = history.failure ?? {};
  if (status === 401 || status === 403) return false;
  if (status === 429 || retryAfterMs !== null) return rateLimitedDelayMs(defaultMs, history);
  // A missing operation stays missing for long.
  return status === 404 ? longestMs : soonDelayMs(history);
}

/** About once a minute, spread by 20 %; after a failure as long as `failedDelayMs` says. */
export function checkDelayMs(history: PollHistory): number {
  const defaultMs = Math.round(minuteMs * (0.8 + 0.4 * history.chance));
  return (history.failure !== null && failedDelayMs(minuteMs, history)) || defaultMs;
}

function doubled(delayMs: number, times: number, capMs: number): number {
  return Math.max(delayMs, Math.min(capMs, delayMs * 2 ** Math.min(Math.max(0, times), 16)));
}

export interface PolledState<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  /** Unix milliseconds, 0 for never. */
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

interface PollCounts {
  readonly unchangedCount: number;
  readonly failureCount: number;
  /** 0 to 1; tells apart requests that are answered together. */
  readonly seed?: number;
}

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
    chance: jitter(settledMs(state), counts.seed),
  };
}

interface CountedQuery {
  readonly state: {
    readonly data: unknown;
    readonly dataUpdateCount: number;
    readonly errorUpdateCount: number;
  };
}

/** Consecutive unchanged answers and failures; constant between two requests. */
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

/** @param delayMs from the end of the last request; false if no other is scheduled */
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
 * Refetch when the tab is shown again? Hidden tabs do not poll. A failing service is left alone until its
 * delay is over.
 */
export function refetchOnFocus(
  state: PolledState<unknown>,
  delayMs: number | false,
  nowMs = Date.now(),
): boolean | 'always' {
  if (state.error === null) return true;
  return delayMs !== false && nowMs >= settledMs(state) + delayMs ? 'always' : false;
}

/** 0 to 1, low discrepancy over requests and seeds. @param lastMs end of the last request */
export function jitter(lastMs: number, seed = pageSeed): number {
  return (seed + lastMs * 0.618_033_988_75) % 1;
}

const pageSeed = Math.random();

function settledMs({ dataUpdatedAt, errorUpdatedAt }: PolledState<unknown>): number {
  return Math.max(dataUpdatedAt, errorUpdatedAt);
}

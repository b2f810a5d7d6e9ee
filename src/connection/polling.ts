// Polling policy: backoff, Retry-After and jitter.
import { ApiError } from '#api/errors.ts';
import type { PollTimes } from '#ui/PollButtons.tsx';

export interface PollHistory {
  /** Consecutive answers without a change. */
  readonly unchangedCount: number;
  /** Null if the last request succeeded. */
  readonly failure: PollFailure | null;
  readonly failureCount: number;
  /** 0 to 1, constant between two requests; the jitter that spreads pages. */
  readonly chance: number;
}

interface PollFailure {
  /** Null if no answer came. */
  readonly status: number | null;
  /** How long the service asks to wait; null if unstated. */
  readonly retryAfterMs: number | null;
}

const minuteMs = 60_000;
/** Upper bound, whatever a service asks for. */
const longestMs = 5 * minuteMs;

/** After an answer: doubles per unchanged answer up to a minute, plus up to a tenth, never below `restMs`. */
export function calmDelayMs(restMs: number, { unchangedCount, chance }: PollHistory): number {
  return doubled(restMs, unchangedCount, minuteMs) * (1 + 0.1 * chance);
}

/** After a 429 or 503: as long as the service asks, else exponential; up to a fifth later, never sooner. */
function refusedDelayMs(defaultMs: number, { failure, failureCount, chance }: PollHistory): number {
  const askedMs = failure?.retryAfterMs ?? doubled(defaultMs, failureCount, longestMs);
  return Math.min(longestMs, Math.max(defaultMs, askedMs) * (1 + 0.2 * chance));
}

/**
 * Without an answer: a restarting service is back within seconds; one that stays away is polled once a
 * minute.
 */
function awayDelayMs({ failureCount, chance }: PollHistory): number {
  return doubled(2_000, failureCount - 1, minuteMs) * (0.8 + 0.2 * chance);
}

/** After any failure; false if a retry would give the same answer. */
export function failedDelayMs(defaultMs: number, history: PollHistory): number | false {
  const { status = null, retryAfterMs = null } = history.failure ?? {};
  if (status === 401 || status === 403) return false;
  if (status === 429 || retryAfterMs !== null) return refusedDelayMs(defaultMs, history);
  // A missing operation stays missing for long.
  return status === 404 ? longestMs : awayDelayMs(history);
}

/** Health check of a connection: once a minute, whatever it answers. */
export function checkDelayMs(history: PollHistory): number {
  const defaultMs = Math.round(minuteMs * (0.8 + 0.4 * history.chance));
  return (history.failure !== null && failedDelayMs(minuteMs, history)) || defaultMs;
}

function doubled(delayMs: number, times: number, capMs: number): number {
  return Math.max(delayMs, Math.min(capMs, delayMs * 2 ** Math.min(Math.max(0, times), 16)));
}

/** The parts of a query's state that a delay depends on. */
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
  /** 0 to 1: differs between requests that are answered together; absent if the page has only one. */
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

interface CountedQuery {
  readonly state: {
    readonly data: unknown;
    readonly dataUpdateCount: number;
    readonly errorUpdateCount: number;
  };
}

/** Consecutive unchanged answers and failed requests; constant between two requests. */
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

/** @param delayMs from the end of the last request to the next; false if none is scheduled */
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
 * Whether to refetch when a tab becomes visible. Hidden tabs do not poll; overdue and healthy queries are
 * refetched now. A service that asked to wait is left alone until then.
 */
export function asksOnReturn(
  state: PolledState<unknown>,
  delayMs: number | false,
  nowMs = Date.now(),
): boolean | 'always' {
  if (state.error === null) return true;
  return delayMs !== false && nowMs >= settledMs(state) + delayMs ? 'always' : false;
}

/**
 * 0 to 1: low-discrepancy sequence, different after each request and for each seed.
 * @param lastMs when the last request ended
 */
export function spread(lastMs: number, seed = pageSeed): number {
  return (seed + lastMs * 0.618_033_988_75) % 1;
}

const pageSeed = Math.random();

function settledMs({ dataUpdatedAt, errorUpdatedAt }: PolledState<unknown>): number {
  return Math.max(dataUpdatedAt, errorUpdatedAt);
}

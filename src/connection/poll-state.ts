// What the query cache knows of a repeated request, as its delay and its words need it.
import { ApiError } from '#api/errors.ts';
import type { PollTimes } from '#ui/poll-words.ts';
import type { PollHistory } from './poll-pace.ts';

/** A query of the cache, as far as a delay depends on it. */
export interface PolledState<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  /** Unix milliseconds, 0 for never. */
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

/** What the page remembers of the answers so far. */
export interface PollCounts {
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

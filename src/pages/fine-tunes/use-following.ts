// Queries refetched when the polled list has news, without their own interval.
import { useQueries, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '#api/errors.ts';
import { statusKind } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';

/** Fetches on mount, then at news. */
export function useFollowing<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  news: ListNews,
) {
  const query = useQuery({ ...options, ...common });
  useAsking([{ id: '', query, news }]);
  return query;
}

/** The same for several queries; `news` has an element for each. */
export function useFollowingAll<Data, Key extends QueryKey>(
  all: readonly {
    readonly id: string;
    readonly options: UseQueryOptions<Data, Error, Data, Key>;
    readonly news: ListNews;
  }[],
) {
  const queries = useQueries({ queries: all.map(({ options }) => ({ ...options, ...common })) });
  useAsking(
    all.flatMap(({ id, news }, index) => {
      const query = queries[index];
      return query === undefined ? [] : [{ id, query, news }];
    }),
  );
  return queries;
}

const common = { staleTime: Infinity, networkMode: 'always', refetchOnMount: 'always' } as const;

interface Asked {
  readonly id: string;
  readonly query: Followed & {
    readonly isEnabled: boolean;
    readonly isFetching: boolean;
    readonly refetch: (options: { readonly cancelRefetch: boolean }) => unknown;
  };
  readonly news: ListNews;
}

/**
 * A query that is new, or was just enabled, asks by itself. News that may not be asked for yet stays news, and so does what
 * comes while an answer is awaited: a slow one would else be given up at every news, and never come.
 */
function useAsking(all: readonly Asked[]): void {
  const answered = useRef(new Map<string, ListNews>());
  useEffect(() => {
    const before = answered.current;
    const now = new Map<string, ListNews>();
    for (const { id, query, news } of all) {
      if (!query.isEnabled) continue;
      const last = before.get(id);
      const isNews =
        last !== undefined &&
        (last.moment !== news.moment || (query.error !== null && last.listedMs !== news.listedMs));
      if (isNews && (query.isFetching || !mayAsk(query, Date.now()))) {
        now.set(id, last);
        continue;
      }
      now.set(id, news);
      if (isNews) void query.refetch({ cancelRefetch: true });
    }
    answered.current = now;
  });
}

interface Followed {
  readonly error: Error | null;
  /** Unix milliseconds; 0 for never. */
  readonly errorUpdatedAt: number;
}

/** After a failure without Retry-After. */
const restMs = 30_000;

/** False after a 401, which the user must fix. */
export function mayAsk({ error, errorUpdatedAt }: Followed, nowMs: number): boolean {
  if (error === null) return true;
  const answered = error instanceof ApiError ? error : null;
  if (answered?.status === 401 || answered?.status === 403) return false;
  return nowMs >= errorUpdatedAt + Math.max(restMs, answered?.retryAfterMs ?? 0);
}

interface ListNews {
  /** A different string is news. */
  readonly moment: string;
  /** When the list came, in Unix milliseconds: what failed is tried again then, by `follow-policy.ts`. */
  readonly listedMs: number | null;
}

/**
 * Any progress that the record tells is news. Of one that runs and whose record tells no events every answer is: nothing
 * else would say that its curves have gone on.
 */
export function newsOf(record: FineTune | null, listedMs: number | null): ListNews {
  const { status, updated_at: updated, events = [] } = record ?? {};
  const isSilent = events.length === 0 && statusKind(status) === 'running';
  const told = [
    status,
    updated,
    record?.steps_completed,
    record?.evals_completed,
    record?.epochs_completed,
    events.length,
    events.at(-1)?.hash,
    isSilent ? listedMs : null,
  ];
  return { moment: told.map((each) => String(each ?? '')).join(' '), listedMs };
}

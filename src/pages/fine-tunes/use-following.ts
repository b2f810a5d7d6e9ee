// Queries refetched at news in the polled list.
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

/** One element of `news` per query. */
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
 * New or newly enabled queries fetch by themselves. News waits during a request or a forbidden time:
 * cancelling a slow request each time would never let it finish.
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

/** False after a 401 or 403, which the user must fix, and for a while after other failures. */
export function mayAsk({ error, errorUpdatedAt }: Followed, nowMs: number): boolean {
  if (error === null) return true;
  const answered = error instanceof ApiError ? error : null;
  if (answered?.status === 401 || answered?.status === 403) return false;
  return nowMs >= errorUpdatedAt + Math.max(restMs, answered?.retryAfterMs ?? 0);
}

interface ListNews {
  /** A different string is news. */
  readonly moment: string;
  /** Unix milliseconds of the list, when failed requests are retried. */
  readonly listedMs: number | null;
}

/**
 * Any progress is news. For a running job without events every answer is: nothing else shows that curves have
 * grown.
 */
export function newsOf(record: FineTune | null, listedMs: number | null): ListNews {
  const { status, updated_at: updated, events = [] } = record ?? {};
  const isSilent = events.length === 0 && statusKind(status) === 'running';
  const parts = [
    status,
    updated,
    record?.steps_completed,
    record?.evals_completed,
    record?.epochs_completed,
    events.length,
    events.at(-1)?.hash,
    isSilent ? listedMs : null,
  ];
  return { moment: parts.map((each) => String(each ?? '')).join(' '), listedMs };
}

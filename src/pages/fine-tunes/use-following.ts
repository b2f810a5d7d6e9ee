// Queries that have no clock of their own: they are asked again when the list says that there is news.
import { useQueries, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { mayAsk, type Followed } from './follow-policy.ts';
import type { ListNews } from './list-news.ts';

/** Asked when the page opens, whatever is known of an earlier visit, and then at news. */
export function useFollowing<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  news: ListNews,
) {
  const query = useQuery({ ...options, ...common });
  useAsking([{ id: '', query, news }]);
  return query;
}

/** The same for a list of questions; `news` has an element for each. */
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

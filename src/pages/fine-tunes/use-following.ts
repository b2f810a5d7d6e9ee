// A query that has no clock of its own: it is asked again when something else says that there is news.
import { useQuery, type UseQueryOptions, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** @param moment another text is news */
export function useFollowing<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  moment: string,
) {
  const query = useQuery({ ...options, staleTime: Infinity, networkMode: 'always' });
  const { refetch, isEnabled } = query;
  const before = useRef({ moment, isEnabled });
  useEffect(() => {
    const last = before.current;
    before.current = { moment, isEnabled };
    // A query that was just enabled asks by itself.
    if (last.moment !== moment && last.isEnabled && isEnabled) void refetch({ cancelRefetch: true });
  }, [moment, refetch, isEnabled]);
  return query;
}

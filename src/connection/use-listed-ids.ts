// Model ids from the connection check's cache.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { modelsQuery } from '#api/queries.ts';
import { useClient } from './use-client.ts';

/** Sends no request; same set while the list is the same. */
export function useListedIds(): ReadonlySet<string> {
  const { data } = useQuery({ ...modelsQuery(useClient()), enabled: false });
  return useMemo(() => new Set(data?.items.map(({ id }) => id)), [data]);
}

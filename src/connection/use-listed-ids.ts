// The names under which the service lists its models, as far as the connection check has read them.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { modelsQuery } from '#api/queries.ts';
import { useClient } from './use-client.ts';

/** Asks for nothing; the same set as long as the list is the same. */
export function useListedIds(): ReadonlySet<string> {
  const { data } = useQuery({ ...modelsQuery(useClient()), enabled: false });
  return useMemo(() => new Set(data?.items.map(({ id }) => id)), [data]);
}

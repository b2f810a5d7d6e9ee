// The models of the connection: what is said while there is no list, and what stays when a new one fails.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { modelsQuery } from '#api/queries.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { useClient, useServiceKey } from '#connection/use-client.ts';
import { Loading } from '#ui/States.tsx';
import { ModelsTable } from './ModelsTable.tsx';
import type { ChangeModelsSearch, ModelsSearch } from './search.ts';
import { StaleNote } from './StaleNote.tsx';

interface ModelsPageProps {
  search: ModelsSearch;
  changeSearch: ChangeModelsSearch;
  /** The one next act where there are no models, a link that the router makes. */
  act: ReactNode;
}

/** A list that was loaded once stays when renewing it fails, and says how old it is. */
export function ModelsPage({ search, changeSearch, act }: ModelsPageProps) {
  const client = useClient();
  const serviceKey = useServiceKey();
  const query = useQuery(modelsQuery(client));
  const { data, error, dataUpdatedAt, isFetching } = query;
  if (data === undefined) {
    return error === null ? (
      <div className="p-4">
        <Loading rows={16} label="Loading models" />
      </div>
    ) : (
      <div className="p-6">
        <LoadFailure what="models" error={error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col">
      {error !== null && (
        <StaleNote
          atMs={dataUpdatedAt}
          isRetrying={isFetching}
          message={error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      <ModelsTable
        key={client.connectionId}
        connectionId={serviceKey}
        list={data}
        atMs={dataUpdatedAt}
        isLoading={isFetching}
        onLoad={() => void query.refetch()}
        search={search}
        changeSearch={changeSearch}
        act={act}
      />
    </div>
  );
}

// Models page.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { modelsQuery } from '#api/queries.ts';
import { LoadFailure, StaleNotice } from '#connection/LoadFailure.tsx';
import { useClient, useServiceKey } from '#connection/use-client.ts';
import { Loading, useArrived } from '#ui/States.tsx';
import { ModelsTable } from './ModelsTable.tsx';
import type { ChangeModelsSearch, ModelsSearch } from './search.ts';

export { readModelsSearch as readSearch } from './search.ts';

interface ModelsPageProps {
  search: ModelsSearch;
  changeSearch: ChangeModelsSearch;
  /** Suggested without models. */
  act: ReactNode;
}

export function ModelsPage({ search, changeSearch, act }: ModelsPageProps) {
  const client = useClient();
  const serviceKey = useServiceKey();
  const query = useQuery(modelsQuery(client));
  const { data, error, dataUpdatedAt, isFetching } = query;
  const isArrived = useArrived(data !== undefined);
  if (data === undefined || !isArrived) {
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
        <div className="shrink-0 border-b border-line px-3 py-1.5">
          <StaleNotice
            what="models"
            error={error}
            updatedAtMs={dataUpdatedAt}
            onRetry={() => void query.refetch()}
            role="alert"
          />
        </div>
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

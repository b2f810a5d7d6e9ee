// Models page.
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { modelsQuery } from '#api/queries.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { openConnections } from '#connection/store.ts';
import { useClient, useServiceKey } from '#connection/use-client.ts';
import { clockWords } from '#lib/format.ts';
import { BareButton } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Loading } from '#ui/States.tsx';
import { ModelsTable } from './ModelsTable.tsx';
import { readModelsSearch, type ChangeModelsSearch, type ModelsSearch } from './search.ts';

interface ModelsPageProps {
  /** Invalid parts count as absent. */
  search: ModelsSearch;
  changeSearch: ChangeModelsSearch;
  /** Suggested without models. */
  act: ReactNode;
}

export function ModelsPage({ search: address, changeSearch: changeAddress, act }: ModelsPageProps) {
  const search = useMemo(() => readModelsSearch(address), [address]);
  const changeSearch: ChangeModelsSearch = (change, how) =>
    changeAddress((now) => readModelsSearch(change(readModelsSearch(now))), how);
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

interface StaleNoteProps {
  atMs: number;
  isRetrying: boolean;
  message: string;
  onRetry: () => void;
}

function StaleNote({ atMs, isRetrying, message, onRetry }: StaleNoteProps) {
  return (
    <div
      role="alert"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-b border-line px-3 text-dense"
    >
      <Icon name="warning" className="text-warn" />
      <span className="min-w-0 wrap-anywhere">
        The list from {clockWords(atMs)} could not be refreshed: {message}
      </span>
      <BareButton
        disabled={isRetrying}
        onClick={onRetry}
        className="h-control text-act hover:underline aria-disabled:text-faint aria-disabled:no-underline"
      >
        Try again
      </BareButton>
      <BareButton onClick={openConnections} className="h-control text-act hover:underline">
        Open connections
      </BareButton>
    </div>
  );
}

// The models of the connection in one table.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { modelsQuery } from '#api/queries.ts';
import type { Model } from '#api/schema/model.ts';
import { useClient } from '#connection/use-client.ts';
import { useTokenUnit } from '#pricing/unit-store.ts';
import { DataTable } from '#table/DataTable.tsx';
import { emptyState } from '#table/table-state.ts';
import { Empty, Failed, Loading } from '#ui/States.tsx';
import { modelColumns } from './columns.ts';

const noModels: readonly Model[] = [];

/** `act` is the one next act where there are no models, a link that the router makes. */
export function ModelsPage({ act }: { act: ReactNode }) {
  const query = useQuery(modelsQuery(useClient()));
  const { unit } = useTokenUnit();
  const columns = useMemo(() => modelColumns(unit), [unit]);
  const [state, setState] = useState(emptyState);
  if (query.isPending)
    return (
      <div className="p-4">
        <Loading rows={12} label="Loading models" />
      </div>
    );
  if (query.isError) {
    return (
      <div className="p-6">
        <Failed title="The models could not be loaded." onRetry={() => void query.refetch()}>
          {query.error.message}
        </Failed>
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <DataTable
        label="models"
        rows={query.data.items ?? noModels}
        columns={columns}
        getId={modelId}
        state={state}
        onState={setState}
        canCompare
        empty={
          <Empty title="No models here" act={act}>
            <p>The service lists no models. One can still be typed by name in the playground.</p>
          </Empty>
        }
      />
    </div>
  );
}

function modelId({ id }: Model): string {
  return id;
}

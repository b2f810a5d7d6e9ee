// The models of the connection in one table, and one of them beside it.
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { modelsQuery } from '#api/queries.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import type { Model } from '#api/schema/model.ts';
import { useClient } from '#connection/use-client.ts';
import { useTokenUnit } from '#pricing/unit-store.ts';
import { pickTableParams } from '#table/address-params.ts';
import { DataTable } from '#table/DataTable.tsx';
import { useAddressedState } from '#table/use-addressed-state.ts';
import { Empty, Failed, Loading } from '#ui/States.tsx';
import { modelColumns, modelHides } from './columns.tsx';
import { ListNotes } from './ListNotes.tsx';
import { ModelPanel } from './ModelPanel.tsx';
import type { ModelsSearch } from './search.ts';
import { UnitField } from './UnitField.tsx';

interface ModelsPageProps {
  search: ModelsSearch;
  /** Replaces the whole address behind `?`. */
  changeSearch: (search: ModelsSearch) => void;
  /** The one next act where there are no models, a link that the router makes. */
  act: ReactNode;
}

/** The table is kept in the address, and so is the open model. */
export function ModelsPage({ search, changeSearch, act }: ModelsPageProps) {
  const query = useQuery(modelsQuery(useClient()));
  if (query.isPending) {
    return (
      <div className="p-4">
        <Loading rows={16} label="Loading models" />
      </div>
    );
  }
  if (query.isError) {
    return (
      <div className="p-6">
        <Failed title="The models could not be loaded." onRetry={() => void query.refetch()}>
          {query.error.message}
        </Failed>
      </div>
    );
  }
  return <ModelsTable list={query.data} search={search} changeSearch={changeSearch} act={act} />;
}

function ModelsTable({ list, search, changeSearch, act }: ModelsPageProps & { list: RecordList<Model> }) {
  const { unit } = useTokenUnit();
  const columns = useMemo(() => modelColumns(unit), [unit]);
  const openId = search['open'];
  const open = (id: string | undefined, params = pickTableParams(search)) =>
    changeSearch(id === undefined ? params : { ...params, open: id });
  const scope = { columns, hides: modelHides };
  const [state, onState] = useAddressedState(
    pickTableParams(search),
    (params) => open(openId, params),
    scope,
  );
  const place = list.items.findIndex(({ id }) => id === openId);
  const model = list.items[place];
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <ListNotes list={list} />
        <DataTable
          label="models"
          rows={list.items}
          columns={columns}
          getId={modelId}
          state={state}
          onState={onState}
          hides={modelHides}
          canCompare
          controls={<UnitField />}
          openId={openId}
          onOpen={({ id }) => open(id === openId ? undefined : id)}
          empty={
            <Empty title="No models here" act={act}>
              <p>The service lists no models. One can still be typed by name in the playground.</p>
            </Empty>
          }
        />
      </div>
      {model && (
        <ModelPanel model={model} raw={list.raw[place]} columns={columns} onClose={() => open(undefined)} />
      )}
    </div>
  );
}

function modelId({ id }: Model): string {
  return id;
}

// TanStack Table's row models, for the table bench.
import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  filterFn_includesString,
  filterFn_greaterThan,
  globalFilteringFeature,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

export interface PeerAct {
  readonly search?: string;
  readonly filter?: { readonly column: string; readonly value: unknown };
  readonly sort?: readonly { readonly column: string; readonly isDescending: boolean }[];
}

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns: { includesString: filterFn_includesString, greaterThan: filterFn_greaterThan },
  sortFns: { text: sortFn_text, basic: sortFn_basic },
});

/** How many rows pass; in a new table. */
export function arrangeWithTanStack<Row extends object>(
  rows: readonly Row[],
  columns: readonly {
    readonly id: string;
    readonly isText: boolean;
    readonly value: (row: Row) => unknown;
  }[],
  { search, filter, sort = [] }: PeerAct,
): number {
  const data = [...rows];
  const defs = columns.map(({ id, isText, value }): ColumnDef<typeof features, Row> => ({
    id,
    accessorFn: value,
    filterFn: isText ? 'includesString' : 'greaterThan',
    sortFn: isText ? 'text' : 'basic',
    sortUndefined: 'last',
  }));
  let count = 0;
  // The row models need the adapter's reactivity, but no page.
  function Peer() {
    const table = useTable({
      features,
      data,
      columns: defs,
      globalFilterFn: 'includesString',
      getColumnCanGlobalFilter: () => true,
      initialState: {
        columnFilters: filter ? [{ id: filter.column, value: filter.value }] : [],
        sorting: sort.map(({ column, isDescending }) => ({ id: column, desc: isDescending })),
        ...(search !== undefined && { globalFilter: search }),
      },
    });
    count = table.getRowModel().rows.length;
    return null;
  }
  renderToString(createElement(Peer));
  return count;
}

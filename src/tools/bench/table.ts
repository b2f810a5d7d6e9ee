// Table model bench.
import { at } from '#lib/at.ts';
import { arrange, facetCounts } from '#table/arrange.ts';
import type { Column } from '#table/column.ts';
import { exportRows } from '#table/ExportMenu.tsx';
import { keepOrder, rowIds } from '#table/row-order.ts';
import { emptyState, type TableState } from '#table/table-state.ts';
import { atMost, type BenchRow } from './row.ts';
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

interface Row {
  readonly id: string;
  readonly organization: string;
  readonly type: string;
  readonly context: number | undefined;
  readonly input: number | undefined;
  readonly output: number;
  readonly created: number;
}

const columns: readonly Column<Row>[] = [
  { id: 'id', head: 'Id', kind: 'id', value: ({ id }) => id },
  { id: 'organization', head: 'Organization', kind: 'text', value: (row) => row.organization, facet: true },
  { id: 'type', head: 'Type', kind: 'text', value: ({ type }) => type, facet: true },
  { id: 'context', head: 'Context', unit: 'tokens', kind: 'number', value: ({ context }) => context },
  { id: 'input', head: 'Input', unit: '$/1M', kind: 'money', value: ({ input }) => input },
  { id: 'output', head: 'Output', unit: '$/1M', kind: 'money', value: ({ output }) => output },
  { id: 'created', head: 'Created', kind: 'date', value: ({ created }) => created },
];

const rounds = 7;

/** A second or more each for 100,000 rows. */
const peerRounds = 3;

/** What TanStack's models can do, too. */
const shared: readonly (readonly [string, Partial<TableState>, PeerAct])[] = [
  ['search of a word', { search: 'meta' }, { search: 'meta' }],
  ['filter by text', { filters: { id: 'instruct' } }, { filter: { column: 'id', value: 'instruct' } }],
  [
    'sort by number',
    { sort: [{ id: 'output', isDescending: true }] },
    { sort: [{ column: 'output', isDescending: true }] },
  ],
  [
    'sort by text',
    { sort: [{ id: 'id', isDescending: false }] },
    { sort: [{ column: 'id', isDescending: false }] },
  ],
];

const acts: readonly (readonly [string, Partial<TableState>])[] = [
  ['search of two words', { search: 'meta 7b' }],
  ['filter by number', { filters: { input: '0.2..0.4 || >=2', context: '!empty' } }],
  ['filter by text', { filters: { id: 'instruct && !=8b' } }],
  ['sort by number', { sort: [{ id: 'output', isDescending: true }] }],
  ['sort by text', { sort: [{ id: 'id', isDescending: false }] }],
  [
    'filter and sort by two keys',
    {
      filters: { output: '>0.1' },
      sort: [
        { id: 'type', isDescending: false },
        { id: 'input', isDescending: true },
      ],
    },
  ],
];

/** Processor time. The first act on new rows reads every value; bars are those of a paint. */
export function benchTable(): Promise<BenchRow[]> {
  return Promise.resolve([...rowsFor(10_000, 100), ...rowsFor(100_000, 500)]);
}

function rowsFor(count: number, bar: number): BenchRow[] {
  const label = `${count.toLocaleString('en-US')} rows`;
  const source = makeRows(count);
  const results = acts.map(([name, change]) => {
    const state = { ...emptyState, ...change };
    // No cached values.
    const cold = median(
      () => [...source],
      (rows) => arrange(rows, columns, state),
    );
    const warm = median(
      () => source,
      (rows) => arrange(rows, columns, state),
    );
    return [
      atMost(`${label}: ${name}, new rows`, cold, 'ms of CPU', bar),
      { name: `${label}: ${name}, again`, value: warm, unit: 'ms of CPU' },
    ];
  });
  const against = shared.map(([name, change, act]) => {
    const state = { ...emptyState, ...change };
    const [ours, theirs] = [arrange(source, columns, state).length, arrangeWithTanStack(source, act)];
    if (ours !== theirs) throw new Error(`${name}: ${ours} rows here, ${theirs} with TanStack's models.`);
    const own = median(
      () => [...source],
      (rows) => arrange(rows, columns, state),
    );
    const peer = median(
      () => source,
      (rows) => arrangeWithTanStack(rows, act),
      peerRounds,
    );
    return atMost(`${label}: ${name}, to TanStack's own models`, own / peer, '×', 0.5);
  });
  const facets = median(
    () => [...source],
    (rows) =>
      columns.filter(({ facet }) => facet).map((column) => facetCounts(rows, columns, column, emptyState)),
  );
  const ids = rowIds(source, ({ id }) => id);
  const shuffled = ids.toReversed();
  const kept = median(
    () => ids,
    (before) => keepOrder(before, shuffled),
  );
  const csv = median(
    () => source,
    (rows) => exportRows('csv', rows, columns),
  );
  return [
    ...results.flat(),
    ...against,
    atMost(`${label}: counts of two columns, new rows`, facets, 'ms of CPU', bar),
    { name: `${label}: the order that is kept while rows stream`, value: kept, unit: 'ms of CPU' },
    { name: `${label}: CSV`, value: csv, unit: 'ms of CPU' },
  ];
}

function median<Input>(prepare: () => Input, run: (input: Input) => unknown, count = rounds): number {
  const times = Array.from({ length: count }, () => {
    const input = prepare();
    const start = process.cpuUsage();
    run(input);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return at(
    times.toSorted((a, b) => a - b),
    (count - 1) / 2,
  );
}

function makeRows(count: number): Row[] {
  const organizations = ['Meta', 'Qwen', 'DeepSeek', 'Mistral AI', 'Google', 'OpenAI', 'Z.ai'];
  const types = ['chat', 'language', 'code', 'embedding', 'image'];
  // A coprime factor shuffles deterministically.
  return Array.from({ length: count }, (_, index) => {
    const mixed = (index * 7919) % count;
    const organization = at(organizations, mixed % organizations.length);
    return {
      id: `${organization.toLowerCase()}/model-${mixed}-${(mixed % 70) + 1}b-instruct`,
      organization,
      type: at(types, mixed % types.length),
      context: mixed % 9 === 0 ? undefined : 1024 * (1 + (mixed % 256)),
      input: mixed % 7 === 0 ? undefined : (mixed % 400) / 100,
      output: (mixed % 997) / 131,
      created: 1_600_000_000_000 + mixed * 60_000,
    };
  });
}

interface PeerAct {
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

const peerColumns = columns.map(({ id, kind, value }): ColumnDef<typeof features, Row> => ({
  id,
  accessorFn: value,
  filterFn: kind === 'id' || kind === 'text' ? 'includesString' : 'greaterThan',
  sortFn: kind === 'id' || kind === 'text' ? 'text' : 'basic',
  sortUndefined: 'last',
}));

/** How many rows pass; in a new table. */
function arrangeWithTanStack(rows: readonly Row[], { search, filter, sort = [] }: PeerAct): number {
  const data = [...rows];
  let count = 0;
  // The row models need the adapter's reactivity, but no page.
  function Peer() {
    const table = useTable({
      features,
      data,
      columns: peerColumns,
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

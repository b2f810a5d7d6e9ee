// Table model bench.
import { at } from '#lib/at.ts';
import { arrange, facetCounts } from '#table/arrange.ts';
import type { Column } from '#table/column.ts';
import { exportRows } from '#table/ExportMenu.tsx';
import { keepOrder, rowIds } from '#table/row-order.ts';
import { emptyState, type TableState } from '#table/table-state.ts';
import { processorMs } from './resources.ts';
import { atMost, median, type BenchRow } from './row.ts';
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

/** `true`: TanStack's models can do it, too. */
const acts: readonly (readonly [string, Partial<TableState>, true?])[] = [
  ['search of a word', { search: 'meta' }, true],
  ['search of two words', { search: 'meta 7b' }],
  ['filter by number', { filters: { input: '0.2..0.4 || >=2', context: '!empty' } }],
  ['filter by text', { filters: { id: 'instruct' } }, true],
  ['sort by number', { sort: [{ id: 'output', isDescending: true }] }, true],
  ['sort by text', { sort: [{ id: 'id', isDescending: false }] }, true],
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
export function benchTable(): BenchRow[] {
  return [...rowsFor(10_000, 100), ...rowsFor(100_000, 500)];
}

function rowsFor(count: number, bar: number): BenchRow[] {
  const label = `${count.toLocaleString('en-US')} rows`;
  const source = makeRows(count);
  const results: BenchRow[] = [];
  for (const [name, change, isShared] of acts) {
    const state = { ...emptyState, ...change };
    const cold = onNewRows(source, (rows) => arrange(rows, columns, state));
    const warm = costOf(() => arrange(source, columns, state));
    results.push(atMost(`${label}: ${name}, new rows`, cold, 'ms of CPU', bar), {
      name: `${label}: ${name}, again`,
      value: warm,
      unit: 'ms of CPU',
    });
    if (!isShared) continue;
    const [ours, theirs] = [arrange(source, columns, state).length, arrangeWithTanStack(source, state)];
    if (ours !== theirs) throw new Error(`${name}: ${ours} rows here, ${theirs} with TanStack's models.`);
    const peer = costOf(() => arrangeWithTanStack(source, state), peerRounds);
    results.push(atMost(`${label}: ${name}, to TanStack's own models`, cold / peer, '×', 0.5));
  }
  const facets = onNewRows(source, (rows) =>
    columns.filter(({ facet }) => facet).map((column) => facetCounts(rows, columns, column, emptyState)),
  );
  const ids = rowIds(source, ({ id }) => id);
  const shuffled = ids.toReversed();
  const kept = costOf(() => keepOrder(ids, shuffled));
  const csv = costOf(() => exportRows('csv', source, columns));
  return [
    ...results,
    atMost(`${label}: counts of two columns, new rows`, facets, 'ms of CPU', bar),
    { name: `${label}: the order that is kept while rows stream`, value: kept, unit: 'ms of CPU' },
    { name: `${label}: CSV`, value: csv, unit: 'ms of CPU' },
  ];
}

function onNewRows(source: readonly Row[], act: (rows: readonly Row[]) => unknown): number {
  const copies = Array.from({ length: rounds }, () => [...source]);
  return costOf((round) => act(at(copies, round)));
}

/** Median processor time. */
function costOf(act: (round: number) => unknown, count = rounds): number {
  return median(
    Array.from({ length: count }, (_, round) => {
      const start = processorMs();
      act(round);
      return processorMs() - start;
    }),
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
function arrangeWithTanStack(rows: readonly Row[], { search, filters, sort }: TableState): number {
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
        columnFilters: Object.entries(filters).map(([id, value]) => ({ id, value })),
        sorting: sort.map(({ id, isDescending }) => ({ id, desc: isDescending })),
        ...(search !== '' && { globalFilter: search }),
      },
    });
    count = table.getRowModel().rows.length;
    return null;
  }
  renderToString(createElement(Peer));
  return count;
}

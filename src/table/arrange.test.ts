import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiddenBy, unseenSortHeads } from './TableFoot.tsx';
import { arrange, facetCounts, prepareSearch } from './arrange.ts';
import type { CellValue, Column } from './column.ts';
import { emptyState, turnSort, type TableState } from './table-state.ts';

interface Row {
  readonly name: string;
  readonly price: CellValue;
  readonly kind?: string;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', head: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'price', head: 'Price', kind: 'money', value: ({ price }) => price },
  { id: 'kind', head: 'Kind', kind: 'text', value: ({ kind }) => kind, facet: true },
];
const [nameColumn, , kindColumn] = columns;
const hides = [{ id: 'free', label: 'Hide free', hides: ({ price }: Row) => price === 0 }];

function names(rows: readonly Row[], state: Partial<TableState>): string[] {
  return arrange(rows, columns, { ...emptyState, ...state }, hides).map((index) => rows[index]?.name ?? '');
}

const rows: readonly Row[] = [
  { name: 'none', price: null },
  { name: 'two', price: 2, kind: 'chat' },
  { name: 'sales', price: 'contact sales', kind: 'chat' },
  { name: 'free', price: 0, kind: 'code' },
  { name: 'ten', price: 10, kind: 'code' },
];

test('missing values sort last in both directions, words before them, and zero is a number', () => {
  expect(names(rows, { sort: [{ id: 'price', isDescending: false }] })).toEqual([
    'free',
    'two',
    'ten',
    'sales',
    'none',
  ]);
  expect(names(rows, { sort: [{ id: 'price', isDescending: true }] })).toEqual([
    'ten',
    'two',
    'free',
    'sales',
    'none',
  ]);
});

test('a second key decides where the first does not', () => {
  const sort = [
    { id: 'kind', isDescending: true },
    { id: 'price', isDescending: false },
  ];
  expect(names(rows, { sort })).toEqual(['free', 'ten', 'two', 'sales', 'none']);
});

test('texts sort naturally: ignoring case and accents, numbers by size', () => {
  const texts = ['b', 'École', '16x', 'a', '8x', 'A2', 'eclair'].map((name) => ({ name, price: 1 }));
  expect(names(texts, { sort: [{ id: 'name', isDescending: false }] })).toEqual([
    '8x',
    '16x',
    'a',
    'A2',
    'b',
    'eclair',
    'École',
  ]);
});

test("a column's own order is used, and ties keep their order", () => {
  const byLength: Column<Row>[] = [
    {
      id: 'name',
      head: 'Name',
      kind: 'text',
      value: ({ name }) => name,
      compare: (a, b) => String(a).length - String(b).length,
    },
  ];
  const order = (isDescending: boolean) =>
    arrange(rows, byLength, { ...emptyState, sort: [{ id: 'name', isDescending }] }).map(
      (index) => rows[index]?.name,
    );
  expect(order(false)).toEqual(['two', 'ten', 'none', 'free', 'sales']);
  expect(order(true)).toEqual(['sales', 'none', 'free', 'two', 'ten']);
});

test('search requires every word, anywhere in the row', () => {
  expect(names(rows, { search: 'CHAT two' })).toEqual(['two']);
  expect(names(rows, { search: 'chat ten' })).toEqual([]);
});

test('an invalid filter hides nothing', () => {
  expect(names(rows, { filters: { price: '>=abc' } })).toHaveLength(rows.length);
});

test('picked values are alternatives within a column, and the empty text picks rows without one', () => {
  expect(names(rows, { facets: { kind: ['code', ''] } })).toEqual(['none', 'free', 'ten']);
});

test('a switch hides its rows', () => {
  expect(names(rows, { hides: ['free'] })).toEqual(['none', 'two', 'sales', 'ten']);
});

test('counts of values follow every filter except their own', () => {
  const state = { ...emptyState, filters: { price: '>0' }, facets: { kind: ['chat'] } };
  expect(kindColumn && facetCounts(rows, columns, kindColumn, state)).toEqual([
    { value: 'chat', count: 1 },
    { value: 'code', count: 1 },
    { value: '', count: 0 },
  ]);
});

test('a picked value that no row has any longer can still be cleared', () => {
  const state = { ...emptyState, facets: { kind: ['gone'] } };
  expect(kindColumn && facetCounts(rows, columns, kindColumn, state)).toContainEqual({
    value: 'gone',
    count: 0,
  });
});

test('active filters are described in words, and invalid ones are not', () => {
  const state = {
    ...emptyState,
    search: ' llama ',
    filters: { price: '>=8', name: '"open' },
    facets: { kind: ['chat', ''] },
    hides: ['free'],
  };
  expect(hiddenBy(state, columns, hides)).toEqual([
    '“llama”',
    'Price >=8',
    'Kind: chat or none',
    '“Hide free”',
  ]);
});

test('a column header cycles ascending, descending and off, and Shift keeps the other sort keys', () => {
  const once = turnSort(emptyState, 'a', false);
  const twice = turnSort(once, 'a', false);
  expect(once.sort).toEqual([{ id: 'a', isDescending: false }]);
  expect(twice.sort).toEqual([{ id: 'a', isDescending: true }]);
  expect(turnSort(twice, 'a', false).sort).toEqual([]);
  const added = turnSort(twice, 'b', true);
  expect(added.sort.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(turnSort(added, 'a', true).sort.map(({ id }) => id)).toEqual(['b']);
  expect(turnSort(added, 'c', false).sort.map(({ id }) => id)).toEqual(['c']);
});

test('sorting loses no row and orders every pair', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(null), fc.constant(NaN)));
  fc.assert(
    fc.property(values, fc.boolean(), (prices, isDescending) => {
      const made = prices.map((price, index) => ({ name: String(index), price }));
      const order = arrange(made, columns, { ...emptyState, sort: [{ id: 'price', isDescending }] });
      expect([...order].sort((a, b) => a - b)).toEqual(made.map((_, index) => index));
      const pairs = order.slice(1).map((index, place) => [order[place] ?? -1, index] as const);
      expect(
        pairs.filter(([a, b]) => !isInOrder(made[a]?.price, made[b]?.price, isDescending, a < b)),
      ).toEqual([]);
    }),
  );
});

test('a search matches the stated values of a row, not digits of computed figures', () => {
  const month: Column<Row> = {
    id: 'month',
    head: 'Month',
    kind: 'money',
    value: () => 30.41666,
    formula: () => 'price × 30.42',
  };
  const found = arrange(rows, [...columns, month], { ...emptyState, search: '41666' });
  expect(found).toEqual([]);
  // A computed word is on the screen.
  const alert: Column<Row> = { ...month, id: 'alert', kind: 'status', value: () => 'overfitting' };
  const alerted = arrange(rows, [...columns, alert], { ...emptyState, search: 'overfitting' });
  expect(alerted).toHaveLength(rows.length);
});

test('a search index built in slices finds the same rows, even while it is built', async () => {
  const many = Array.from({ length: 2_300 }, (_, index) => ({ name: `row ${index}`, price: index }));
  const state = { ...emptyState, search: '22' };
  const expected = arrange([...many], columns, state);
  const prepared = prepareSearch(many, columns);
  expect(arrange(many, columns, state)).toEqual(expected);
  await prepared;
  expect(arrange(many, columns, { ...state })).toEqual(expected);
});

test('values are read once for each array of rows', () => {
  let reads = 0;
  const counted: Column<Row>[] = [
    { ...(nameColumn ?? { id: '', head: '', kind: 'text' }), value: ({ name }) => (reads++, name) },
  ];
  const state = { ...emptyState, sort: [{ id: 'name', isDescending: false }], filters: { name: 'e' } };
  arrange(rows, counted, state);
  arrange(rows, counted, { ...state, search: 't' });
  expect(reads).toBe(rows.length);
});

function isInOrder(a: CellValue, b: CellValue, isDescending: boolean, isAsItCame: boolean): boolean {
  const [isThere, isNextThere] = [Number.isFinite(a), Number.isFinite(b)];
  if (!isThere || !isNextThere) return isThere || (!isNextThere && isAsItCame);
  return a === b ? isAsItCame : Number(a) > Number(b) === isDescending;
}

test('a sort by a column that is not shown is named', () => {
  const sort = [
    { id: 'price', isDescending: false },
    { id: 'name', isDescending: true },
  ];
  const shown = columns.filter(({ id }) => id !== 'price');
  expect(unseenSortHeads(sort, columns, shown)).toEqual(['Price']);
  expect(unseenSortHeads(sort, columns, columns)).toEqual([]);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { wellFormed } from '#lib/unicode.ts';
import { readList, writeList, pickTableParams, type TableParams } from './address-params.ts';
import { readAddress, writeAddress, type AddressScope } from './address.ts';
import { shownColumns } from './column-order.ts';
import { emptyState, defaultColumns, type TableState } from './table-state.ts';

const scope: AddressScope = {
  columns: [
    { id: 'id' },
    { id: 'type', facet: true },
    { id: 'pricing.input' },
    { id: 'org', facet: true },
    { id: 'month', isDefaultHidden: true },
  ],
  hides: [{ id: 'unavailable' }],
  defaultSort: [{ id: 'id', isDescending: false }],
};
const asItComes: TableState = { ...emptyState, sort: scope.defaultSort ?? [] };

test('the default table leaves the address empty', () => {
  expect(writeAddress(asItComes, scope)).toEqual({});
  expect(readAddress({}, scope)).toEqual(asItComes);
});

test('the address is readable', () => {
  const state: TableState = {
    search: 'llama 3',
    filters: { 'pricing.input': '<=1' },
    facets: { type: ['chat', 'code'] },
    sort: [
      { id: 'pricing.input', isDescending: true },
      { id: 'id', isDescending: false },
    ],
    columns: { shown: ['month'], hidden: ['org'], order: ['type', 'id'] },
    pinned: [],
    widths: { id: 300 },
    picked: ['meta/llama', 'a,b'],
    isOnlyDifferent: true,
    hides: ['unavailable'],
  };
  const params = {
    q: 'llama 3',
    'in.type': 'chat,code',
    'f.pricing.input': '<=1',
    sort: '-pricing.input,id',
    with: 'month',
    without: 'org',
    order: 'type,id',
    pin: '',
    w: 'id:300',
    cmp: String.raw`meta/llama,a\,b`,
    diff: 'only',
    hide: 'unavailable',
  };
  expect(writeAddress(state, scope)).toEqual(params);
  expect(readAddress(params, scope)).toEqual(state);
});

test('an unsorted table says so in the address if it has a default order', () => {
  expect(writeAddress(emptyState, scope)).toEqual({ sort: '' });
  expect(readAddress({ sort: '' }, scope).sort).toEqual([]);
});

test('invalid parts are dropped, and valid ones stay', () => {
  const params = {
    'f.nothing': '8',
    'in.id': 'x',
    'f.type': 'chat',
    sort: '-gone,-type,type,id',
    without: 'gone,type,type',
    order: 'gone',
    pin: 'gone,type',
    w: 'id:99999,type:200,gone:100,org',
    hide: 'unavailable,other',
  };
  expect(readAddress(params, scope)).toEqual({
    ...emptyState,
    filters: { type: 'chat' },
    sort: [
      { id: 'type', isDescending: true },
      { id: 'id', isDescending: false },
    ],
    columns: { shown: [], hidden: ['type'], order: null },
    pinned: ['type'],
    widths: { type: 200 },
    hides: ['unavailable'],
  });
});

test('an address of an older build, which names all columns, shows the same columns', () => {
  const shown = (params: TableParams) => shownColumns(scope.columns, readAddress(params, scope).columns);
  expect(shown({ cols: 'month,id' })).toEqual(['month', 'id']);
  expect(readAddress({ cols: 'id,type,pricing.input,org' }, scope).columns).toEqual(defaultColumns);
  expect(readAddress({ cols: 'id,gone,org' }, scope).columns).toEqual({
    shown: [],
    hidden: ['type', 'pricing.input'],
    order: null,
  });
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }), (cols) => {
      expect(shown({ cols: writeList(cols) })).toEqual(cols);
      const again = writeAddress(readAddress({ cols: writeList(cols) }, scope), scope);
      expect(shown(again)).toEqual(cols);
    }),
  );
});

test('an invalid filter is kept, so that it can be corrected', () => {
  expect(readAddress({ 'f.pricing.input': '>=abc' }, scope).filters).toEqual({ 'pricing.input': '>=abc' });
});

test('numbers and booleans in a hand-written address are texts, and other types are dropped', () => {
  expect(
    pickTableParams({ q: 8, 'f.id': true, sort: ['x'], cols: null, w: {}, other: 'x', 'in.type': 'a' }),
  ).toEqual({
    q: '8',
    'f.id': 'true',
    'in.type': 'a',
  });
});

const ids = scope.columns.map(({ id }) => id);
const texts = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 });
const typed = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '');
const someIds = fc.uniqueArray(fc.constantFrom(...ids));
const states: fc.Arbitrary<TableState> = fc.record({
  search: fc.string(),
  filters: fc.dictionary(fc.constantFrom(...ids), typed, { noNullPrototype: true }),
  facets: fc.dictionary(fc.constantFrom('type', 'org'), texts, { noNullPrototype: true }),
  sort: fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), isDescending: fc.boolean() }), {
    selector: ({ id }) => id,
  }),
  columns: fc.record({
    shown: someIds,
    hidden: someIds,
    order: fc.option(fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 })),
  }),
  pinned: fc.option(fc.uniqueArray(fc.constantFrom(...ids))),
  widths: fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 56, max: 960 }), {
    noNullPrototype: true,
  }),
  picked: fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 5 }),
  isOnlyDifferent: fc.boolean(),
  hides: fc.constantFrom([], ['unavailable']),
});

test('every state round-trips through the address', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(readAddress(writeAddress(state, scope), scope)).toEqual(state);
    }),
  );
});

test('equal states have equal addresses, even through a browser', () => {
  fc.assert(
    fc.property(states, (state) => {
      const params = writeAddress(state, scope);
      const query = new URLSearchParams(params).toString();
      const back = pickTableParams(Object.fromEntries(new URLSearchParams(query)));
      // URLs cannot hold half of a surrogate pair.
      const written = Object.entries(params).map(([name, text]) => [name, wellFormed(text)]);
      expect(back).toEqual(Object.fromEntries(written));
      expect(Object.keys(writeAddress(readAddress(back, scope), scope))).toEqual(Object.keys(params));
    }),
  );
});

test('any address is read without errors, and reading it again changes nothing', () => {
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'q',
      'sort',
      'cols',
      'with',
      'without',
      'order',
      'diff',
      'pin',
      'w',
      'cmp',
      'hide',
      'in.type',
      'f.id',
      '__proto__',
    ),
  );
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(fc.string(), fc.anything())), (raw) => {
      const state = readAddress(pickTableParams(raw), scope);
      expect(readAddress(writeAddress(state, scope), scope)).toEqual(state);
    }),
  );
});

test('texts round-trip through a list, whatever their characters', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom(',', '\\', 'a', ' ') }), { minLength: 1 }),
      (list) => {
        expect(readList(writeList(list))).toEqual(list);
      },
    ),
  );
});

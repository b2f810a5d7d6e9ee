import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cursorAfterKey } from './grid-key.ts';
import { isSameOrder, keepOrder, rowIds } from './row-order.ts';

test('changed rows stay in place, new ones appear where they belong, removed ones disappear', () => {
  expect(keepOrder(['a', 'b', 'c'], ['c', 'd', 'b'])).toEqual(['b', 'c', 'd']);
  expect(keepOrder(['done', 'older'], ['running', 'queued', 'done', 'new', 'older'])).toEqual([
    'running',
    'queued',
    'done',
    'new',
    'older',
  ]);
});

test('a completely different list is shown in its sorted order', () => {
  expect(keepOrder(['a'], ['d', 'c'])).toEqual(['d', 'c']);
});

test('keeping the order neither loses nor invents a row', () => {
  const names = fc.uniqueArray(fc.string());
  fc.assert(
    fc.property(names, names, (before, sorted) => {
      expect([...keepOrder(before, sorted)].sort()).toEqual([...sorted].sort());
      expect(isSameOrder(keepOrder(sorted, sorted), sorted)).toBe(true);
    }),
  );
});

test('duplicate records are distinguished, whatever their ids', () => {
  expect(rowIds(['a', 'a', 'b', 'a', 'a (2)'], (id) => id)).toEqual([
    'a',
    'a (2)',
    'b',
    'a (3)',
    'a (2) (2)',
  ]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'a (2)', 'a (2) (2)', 'a (3)')), (ids) => {
      expect(new Set(rowIds(ids, (id) => id)).size).toBe(ids.length);
    }),
  );
});

test.each([
  ['ArrowDown', { row: 9, column: 1 }, { row: 9, column: 1 }],
  ['ArrowUp', { row: 5, column: 1 }, { row: 4, column: 1 }],
  ['ArrowLeft', { row: 5, column: 0 }, { row: 5, column: 0 }],
  ['ArrowRight', { row: 5, column: 1 }, { row: 5, column: 2 }],
  ['PageDown', { row: 0, column: 1 }, { row: 3, column: 1 }],
  ['PageUp', { row: 2, column: 1 }, { row: 0, column: 1 }],
  ['Home', { row: 5, column: 2 }, { row: 5, column: 0 }],
  ['End', { row: 5, column: 1 }, { row: 5, column: 2 }],
  ['Mod+Home', { row: 5, column: 2 }, { row: 0, column: 0 }],
  ['Mod+End', { row: 5, column: 1 }, { row: 9, column: 2 }],
])('%s moves the cursor and stays inside', (key, from, to) => {
  expect(cursorAfterKey(key, from, { rows: 10, columns: 3, page: 3 })).toEqual(to);
});

test('other keys and empty tables move nothing', () => {
  expect(cursorAfterKey('x', { row: 0, column: 0 }, { rows: 1, columns: 1, page: 1 })).toBeNull();
  expect(cursorAfterKey('ArrowDown', { row: 0, column: 0 }, { rows: 0, columns: 1, page: 1 })).toBeNull();
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameOrder, keepOrder, rowIds } from './use-arrangement.ts';

test('rows that changed stay where they are, new ones follow, gone ones go', () => {
  expect(keepOrder(['a', 'b', 'c'], ['c', 'd', 'b'])).toEqual(['b', 'c', 'd']);
});

test('another list altogether comes in its sorted order', () => {
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

test('records that a service sends twice are told apart, whatever they are called', () => {
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

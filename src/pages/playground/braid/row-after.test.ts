import { expect, test } from 'vitest';
import { rowAfter } from './row-after.ts';
import type { BraidRow } from './rows.ts';
import { Trie } from './trie.ts';

/** Two branches, the first with two of its own. */
const rows: BraidRow[] = [null, 0, 0, null].map((parent) => ({
  strand: new Trie().root,
  depth: parent === null ? 0 : 1,
  count: 1,
  resting: [],
  place: 1,
  siblings: 2,
  parent,
}));

test.each([
  ['ArrowDown', null, 0],
  ['ArrowDown', 3, 3],
  ['ArrowUp', null, 3],
  ['ArrowUp', 0, 0],
  ['PageDown', 1, 3],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, null],
  ['ArrowLeft', 2, 0],
  ['ArrowLeft', 3, null],
  ['a', 0, null],
])('%s from row %s leads to %s', (key, position, next) => {
  expect(rowAfter(key, position, rows)).toBe(next);
});

test('no key leads anywhere among no rows', () => {
  expect(rowAfter('End', null, [])).toBeNull();
});

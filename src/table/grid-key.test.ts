import { expect, test } from 'vitest';
import { cursorAfterKey } from './grid-key.ts';

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
  expect(cursorAfterKey(key, from, { rows: 10, columns: 3, page: 4 })).toEqual(to);
});

test('other keys and empty tables move nothing', () => {
  expect(cursorAfterKey('x', { row: 0, column: 0 }, { rows: 1, columns: 1, page: 1 })).toBeNull();
  expect(cursorAfterKey('ArrowDown', { row: 0, column: 0 }, { rows: 0, columns: 1, page: 1 })).toBeNull();
});

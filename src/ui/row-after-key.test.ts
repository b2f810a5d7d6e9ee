import { expect, test } from 'vitest';
import { rowAfterKey } from './row-after-key.ts';

test.each([
  ['ArrowDown', null, 0],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['ArrowUp', null, 9],
  ['PageDown', 0, 2],
  ['PageUp', 9, 7],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['x', 5, null],
] as const)('%s from row %s of ten leads to %s', (key, row, next) => {
  expect(rowAfterKey(key, row, 10, 2)).toBe(next);
});

test('keys do nothing in a list without rows', () => {
  expect(rowAfterKey('End', null, 0, 2)).toBeNull();
});

import { expect, test } from 'vitest';
import { oldestFirst } from './oldest-first.ts';

const order = (...sent: readonly (readonly [string, number | null])[]) =>
  oldestFirst(sent, ([, timeMs]) => timeMs)
    .map(([name]) => name)
    .join('');

test('what is in order is handed on as it is', () => {
  const items = [1, 2, 2, null, 3];
  expect(oldestFirst(items, (item) => item)).toBe(items);
  const untimed = [null, null];
  expect(oldestFirst(untimed, (item) => item)).toBe(untimed);
});

test('a list that was sent newest first is turned, ties included', () => {
  expect(order(['d', 3], ['c', 2], ['b', 2], ['a', 1])).toBe('abcd');
});

test('single ones out of place are put where they belong, ties as they were sent', () => {
  expect(order(['a', 1], ['c', 3], ['d', 3], ['b', 2], ['e', 4])).toBe('abcde');
});

test('what has no time stays behind what came before it', () => {
  expect(order(['a', 1], ['d', 4], ['e', null], ['b', 2], ['c', 3])).toBe('abcde');
  expect(order(['c', 3], ['b', null], ['a', 1])).toBe('abc');
});

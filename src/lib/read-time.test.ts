import { expect, test } from 'vitest';
import { readTimeMs, oldestFirst } from './read-time.ts';

const ms = Date.UTC(2026, 10, 21, 10, 2, 14);

test.each([
  '2026-11-21T10:02:14Z',
  '2026-11-21T10:02:14.000Z',
  '2026-11-21T10:02:14',
  '2026-11-21 10:02:14',
  '2026-11-21 10:02:14 Z',
  '2026-11-21T12:02:14+02:00',
  '2026-11-21T12:02:14.000000+0200',
  ' 2026-11-21T10:02:14Z ',
  '1795255334',
  '1795255334000',
  '1795255334000000',
  '1795255334000000000',
])('%s is read as the same moment', (text) => {
  expect(readTimeMs(text)).toBe(ms);
});

test('a fraction of any length is read', () => {
  expect(readTimeMs('2026-11-21T10:02:14.123456Z')).toBe(ms + 123);
  expect(readTimeMs('2026-11-21T10:02:14,5')).toBe(ms + 500);
});

test('a date alone is midnight UTC', () => {
  expect(readTimeMs('2026-11-21')).toBe(Date.UTC(2026, 10, 21));
});

test.each([
  undefined,
  '',
  'soon',
  'Invalid Date',
  '0',
  '12',
  '1970-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '2026-13-45T99:99:99Z',
  '99999999999999999999999',
  '2026-11-21T10:02:14 or so',
])('%s is not a time', (text) => {
  expect(readTimeMs(text)).toBeNull();
});

const order = (...sent: readonly (readonly [string, number | null])[]) =>
  oldestFirst(sent, ([, timeMs]) => timeMs)
    .map(([name]) => name)
    .join('');

test('a sorted list is returned unchanged', () => {
  const items = [1, 2, 2, null, 3];
  expect(oldestFirst(items, (item) => item)).toBe(items);
  const untimed = [null, null];
  expect(oldestFirst(untimed, (item) => item)).toBe(untimed);
});

test('a list sent newest first is reversed, including ties', () => {
  expect(order(['d', 3], ['c', 2], ['b', 2], ['a', 1])).toBe('abcd');
});

test('elements out of place are sorted in, and ties keep the order sent', () => {
  expect(order(['a', 1], ['c', 3], ['d', 3], ['b', 2], ['e', 4])).toBe('abcde');
});

test('an element without a time stays after its predecessor', () => {
  expect(order(['a', 1], ['d', 4], ['e', null], ['b', 2], ['c', 3])).toBe('abcde');
  expect(order(['c', 3], ['b', null], ['a', 1])).toBe('abc');
});

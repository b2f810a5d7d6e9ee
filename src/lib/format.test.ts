import { expect, test } from 'vitest';
import { formatCount, formatDuration, formatRate } from './format.ts';

test.each([
  [-5, '0 ms'],
  [31.4, '31 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1934, '1.9 s'],
  [59_949, '59.9 s'],
  [59_990, '1 min 00 s'],
  [125_000, '2 min 05 s'],
  [3_599_700, '1 h 00 min'],
  [11_040_000, '3 h 04 min'],
])('%d milliseconds read "%s"', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('counts and rates separate thousands', () => {
  expect(formatCount(131_072)).toBe('131,072');
  expect(formatRate(98.24)).toBe('98.2');
  expect(formatRate(1204.4)).toBe('1,204');
});

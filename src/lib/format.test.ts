import { expect, test } from 'vitest';
import { formatCount, formatCounted, formatDuration, formatRate, formatBytes } from './format.ts';

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

test('one thing is singular, none and several are plural', () => {
  expect([0, 1, 1_204].map((count) => formatCounted(count, 'model'))).toEqual([
    '0 models',
    '1 model',
    '1,204 models',
  ]);
  expect(formatCounted(2, 'job was', 'jobs were')).toBe('2 jobs were');
});

test('counts and rates separate thousands', () => {
  expect(formatCount(131_072)).toBe('131,072');
  expect(formatRate(98.24)).toBe('98.2');
  expect(formatRate(1204.4)).toBe('1,204');
});

test.each([
  [0, '0 bytes'],
  [812, '812 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [4_249, '4.2 kB'],
  [99_960, '100 kB'],
  [999_600, '1.0 MB'],
  [200_000_000, '200 MB'],
  [3_500_000_000_000, '3500 GB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

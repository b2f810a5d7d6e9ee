import { expect, test } from 'vitest';
import { formatAge } from './age.ts';

const day = 24 * 3_600_000;

test.each([
  [-5_000, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [2 * day - 1, '47 h'],
  [2 * day, '2 days'],
  [59.9 * day, '59 days'],
  [61 * day, '2 months'],
  [729 * day, '23 months'],
  [731 * day, '2.0 years'],
  [3.5 * 365.25 * day, '3.5 years'],
])('%d ms are %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});

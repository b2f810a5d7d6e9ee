import { expect, test } from 'vitest';
import { bisect, lowerBound, upperBound } from './bisect.ts';

test('bounds are where a value would be put', () => {
  expect([lowerBound([1, 2, 2, 3], 2), upperBound([1, 2, 2, 3], 2)]).toEqual([1, 3]);
  expect([lowerBound([], 1), upperBound([1], 0)]).toEqual([0, 0]);
});

test.each([
  [0, 0, 0],
  [0, 9, 4],
  [5, 9, 5],
  [0, 3, 3],
])('from %i to %i the first index past 3 is %i', (from, to, found) => {
  expect(bisect(from, to, (index) => index > 3)).toBe(found);
});

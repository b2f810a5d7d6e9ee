import { expect, test } from 'vitest';
import type { AlignedPart } from './align.ts';
import { partAt, partsWithin } from './paint-parts.ts';

function part(start: number, end: number): AlignedPart {
  return { start, end, a: 1, b: 1, difference: 0 };
}

const parts = [part(0, 3), part(3, 4), part(6, 10)];

test.each([
  [0, 0],
  [2, 0],
  [3, 1],
  [4, null],
  [6, 2],
  [9, 2],
  [10, null],
])('the character at %i is in part %s', (offset, position) => {
  expect(partAt(parts, offset)).toBe(position);
});

test('a block shows every part that it overlaps, even one that begins before it', () => {
  expect(partsWithin(parts, 0, 10)).toEqual({ first: 0, end: 3 });
  expect(partsWithin(parts, 2, 4)).toEqual({ first: 0, end: 2 });
  expect(partsWithin(parts, 3, 6)).toEqual({ first: 1, end: 2 });
  expect(partsWithin(parts, 10, 12)).toEqual({ first: 3, end: 3 });
  expect(partsWithin([], 0, 5)).toEqual({ first: 0, end: 0 });
});

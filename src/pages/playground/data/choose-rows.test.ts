import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseRows } from './choose-rows.ts';
import { timeLeft } from './time-left.ts';

test('all rows, or the first ones', () => {
  expect(chooseRows(3, { kind: 'all' })).toEqual([0, 1, 2]);
  expect(chooseRows(3, { kind: 'first', count: 2 })).toEqual([0, 1]);
  expect(chooseRows(3, { kind: 'first', count: 9 })).toEqual([0, 1, 2]);
});

test('a sample has each row once, rises, and is the same for the same seed', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(250), fc.nat(), (rowCount, count, seed) => {
      const choice = { kind: 'sample', count, seed } as const;
      const rows = chooseRows(rowCount, choice);
      expect(rows).toEqual(chooseRows(rowCount, choice));
      expect(rows).toHaveLength(Math.min(rowCount, count));
      expect(rows).toEqual([...new Set(rows)].toSorted((one, other) => one - other));
      expect(rows.every((row) => row < rowCount)).toBe(true);
    }),
  );
});

test('other seeds give other samples', () => {
  const samples = [1, 2, 3, 4].map((seed) =>
    chooseRows(1_000, { kind: 'sample', count: 20, seed }).join(' '),
  );
  expect(new Set(samples).size).toBe(4);
});

test('the time left is a range of rounds, and nothing before three answers', () => {
  expect(timeLeft([100, 100], 10, 2)).toBeNull();
  expect(timeLeft([100, 200, 300], 10, 2)).toEqual({ fromMs: 750, toMs: 1250 });
  expect(timeLeft([100, 100, 100], 1, 4)).toEqual({ fromMs: 100, toMs: 100 });
});

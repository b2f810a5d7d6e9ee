import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { describeReceived, timeLeft } from './DataStrip.tsx';
import { changeUnit, readSetup, typeBound, useSetup, chooseRows } from './setup-store.ts';

beforeEach(() => useSetup.setState(useSetup.getInitialState(), true));

function bound(hasPrices: boolean) {
  const reading = readSetup(useSetup.getState(), hasPrices);
  return reading.ok ? { unit: reading.limits.unit, bound: reading.limits.bound } : reading.field;
}

test('a bound keeps the unit it was typed in, whatever becomes known about prices', () => {
  expect(bound(false)).toEqual({ unit: 'tokens', bound: null });
  expect(bound(true)).toEqual({ unit: 'dollars', bound: null });
  typeBound('tokens', '100000');
  expect(bound(false)).toEqual({ unit: 'tokens', bound: 100_000 });
  expect(bound(true)).toEqual({ unit: 'tokens', bound: 100_000 });
});

test('changing the unit clears the number', () => {
  typeBound('tokens', '100000');
  changeUnit('dollars');
  expect(bound(true)).toEqual({ unit: 'dollars', bound: null });
});

test('a bound in dollars is refused, not dropped, while a price is unknown', () => {
  typeBound('dollars', '5');
  expect(bound(true)).toEqual({ unit: 'dollars', bound: 5 });
  expect(bound(false)).toBe('bound');
  // The rows are still those chosen.
  expect(readSetup(useSetup.getState(), false).choice).toEqual({ kind: 'all' });
});

test('a selection is all rows or the first ones', () => {
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

test('different seeds give different samples', () => {
  const samples = [1, 2, 3, 4].map((seed) =>
    chooseRows(1_000, { kind: 'sample', count: 20, seed }).join(' '),
  );
  expect(new Set(samples).size).toBe(4);
});

test('the time left is a range of rounds, and unknown before three answers', () => {
  expect(timeLeft([100, 100], 10, 2)).toBeNull();
  expect(timeLeft([100, 200, 300], 10, 2)).toEqual({ fromMs: 750, toMs: 1250 });
  expect(timeLeft([100, 100, 100], 1, 4)).toEqual({ fromMs: 100, toMs: 100 });
});

test.each([
  [{ prompt: 0, completion: 0, unknownPrompts: 0 }, '0 + 0'],
  [{ prompt: 0, completion: 0, unknownPrompts: 1 }, 'unknown'],
  [{ prompt: 0, completion: 50, unknownPrompts: 2 }, 'unknown + 50'],
  [{ prompt: 1_200, completion: 50, unknownPrompts: 0 }, '1,200 + 50'],
  [{ prompt: 1_200, completion: 50, unknownPrompts: 1 }, '≥ 1,200 + 50'],
])('tokens received as %j: %s', (received, words) => expect(describeReceived(received)).toBe(words));

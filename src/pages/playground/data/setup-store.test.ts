import { beforeEach, expect, test } from 'vitest';
import { changeUnit, readSetup, typeBound, useSetup } from './setup-store.ts';

beforeEach(() => useSetup.setState(useSetup.getInitialState(), true));

function bound(hasPrices: boolean) {
  const reading = readSetup(useSetup.getState(), hasPrices);
  return reading.ok ? { unit: reading.limits.unit, bound: reading.limits.bound } : reading.field;
}

test('a bound keeps the unit that it was typed in, whatever becomes known of prices', () => {
  expect(bound(false)).toEqual({ unit: 'tokens', bound: null });
  expect(bound(true)).toEqual({ unit: 'dollars', bound: null });
  typeBound('tokens', '100000');
  expect(bound(false)).toEqual({ unit: 'tokens', bound: 100_000 });
  expect(bound(true)).toEqual({ unit: 'tokens', bound: 100_000 });
});

test('counted in another unit, the number of the one before is gone', () => {
  typeBound('tokens', '100000');
  changeUnit('dollars');
  expect(bound(true)).toEqual({ unit: 'dollars', bound: null });
});

test('a bound in dollars is refused while a price is not known, and not dropped', () => {
  typeBound('dollars', '5');
  expect(bound(true)).toEqual({ unit: 'dollars', bound: 5 });
  expect(bound(false)).toBe('bound');
});

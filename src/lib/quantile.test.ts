import { expect, test } from 'vitest';
import { quantile } from './quantile.ts';

test('quantiles interpolate between the neighbours', () => {
  const values = Float64Array.of(4, 1, 3, 2);
  expect(quantile(values, 0)).toBe(1);
  expect(quantile(values, 0.5)).toBe(2.5);
  expect(quantile(values, 1)).toBe(4);
  expect([...values]).toEqual([4, 1, 3, 2]);
});

test('an empty sample has no quantile', () => {
  expect(quantile(new Float64Array(), 0.5)).toBeNull();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at } from './at.ts';
import { quantile } from './statistics.ts';

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

test('selection matches sorting at every position, even with many equal values', () => {
  const sample = fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer()), { minLength: 2 });
  fc.assert(
    fc.property(sample, (numbers) => {
      const sorted = numbers.toSorted((one, other) => one - other);
      sorted.forEach((value, place) => {
        const found = quantile(Float64Array.from(numbers), place / (sorted.length - 1));
        const neighbours = [sorted[place - 1] ?? value, value, sorted[place + 1] ?? value];
        // The position is a division: what rounding leaves over moves it a hair towards a neighbour.
        expect(found).toBeGreaterThanOrEqual(at(neighbours, 0));
        expect(found).toBeLessThanOrEqual(at(neighbours, 2));
        expect(Math.abs((found ?? Number.NaN) - value)).toBeLessThan(1e-3);
      });
    }),
  );
});

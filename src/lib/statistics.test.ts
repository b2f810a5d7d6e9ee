import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at } from './at.ts';
import { quantile, smooth } from './statistics.ts';

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

test('the values match those computed by hand', () => {
  // 0.4 / 0.4 = 1 · (0.4·0.6 + 0.4·2) / (1 − 0.36) = 1.625 · (1.04·0.6 + 0.4·3) / (1 − 0.216) = 2.326530…
  const [first, second, third] = smooth([1, 2, 3], 0.6);
  expect(first).toBeCloseTo(1, 12);
  expect(second).toBeCloseTo(1.625, 12);
  expect(third).toBeCloseTo(1.824 / 0.784, 12);
});

test('the first value is not pulled towards zero', () => {
  expect(smooth([5, 7, 9], 0.99)[0]).toBeCloseTo(5, 9);
});

test('non-finite values pass through and do not affect others', () => {
  const smoothed = smooth([1, Number.NaN, 2, Number.POSITIVE_INFINITY, 3], 0.6);
  expect(smoothed[1]).toBeNaN();
  expect(smoothed[3]).toBe(Number.POSITIVE_INFINITY);
  const plain = smooth([1, 2, 3], 0.6);
  expect([smoothed[0], smoothed[2], smoothed[4]]).toEqual([plain[0], plain[1], plain[2]]);
});

test('a constant series and a weight of zero change nothing', () => {
  expect([...smooth([0.1, 0.1, 0.1], 0.9)]).toEqual([0.1, 0.1, 0.1]);
  expect([...smooth([1, 5, 2], 0)]).toEqual([1, 5, 2]);
});

test('a weight of one gives zero, as the formula does', () => {
  expect([...smooth([1, 5, 2], 1)]).toEqual([0, 0, 0]);
});

test('a constant series with gaps stays constant, and a different value after a gap changes it', () => {
  const gaps = [Number.NaN, 0.1, Number.POSITIVE_INFINITY, 0.1, Number.NaN, 0.1];
  expect([...smooth(gaps, 0.9)]).toEqual(gaps);
  // (0.5 · 0.5 · 1 + 0.5 · 4) / (1 − 0.25) = 3
  expect([...smooth([Number.NaN, 1, Number.NaN, 4], 0.5)]).toEqual([Number.NaN, 1, Number.NaN, 3]);
  expect([...smooth([], 0.5)]).toEqual([]);
});

test('a weight below zero changes nothing', () => {
  expect([...smooth([1, 5, 2], -0.5)]).toEqual([1, 5, 2]);
});

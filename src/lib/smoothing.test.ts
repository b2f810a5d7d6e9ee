import { expect, test } from 'vitest';
import { smooth } from './smoothing.ts';

test('the values match those computed by hand', () => {
  // 0.4 / 0.4 = 1 · (0.4·0.6 + 0.4·2) / (1 − 0.36) = 1.625 · (1.04·0.6 + 0.4·3) / (1 − 0.216) = 2.326530…
  const [first, second, third] = smooth(Float64Array.of(1, 2, 3), 0.6);
  expect(first).toBeCloseTo(1, 12);
  expect(second).toBeCloseTo(1.625, 12);
  expect(third).toBeCloseTo(1.824 / 0.784, 12);
});

test('the first value is not pulled towards zero', () => {
  expect(smooth(Float64Array.of(5, 7, 9), 0.99)[0]).toBeCloseTo(5, 9);
});

test('non-finite values pass through and do not affect others', () => {
  const smoothed = smooth(Float64Array.of(1, Number.NaN, 2, Number.POSITIVE_INFINITY, 3), 0.6);
  expect(smoothed[1]).toBeNaN();
  expect(smoothed[3]).toBe(Number.POSITIVE_INFINITY);
  const plain = smooth(Float64Array.of(1, 2, 3), 0.6);
  expect([smoothed[0], smoothed[2], smoothed[4]]).toEqual([plain[0], plain[1], plain[2]]);
});

test('a constant series and a weight of zero change nothing', () => {
  expect([...smooth(Float64Array.of(0.1, 0.1, 0.1), 0.9)]).toEqual([0.1, 0.1, 0.1]);
  expect([...smooth(Float64Array.of(1, 5, 2), 0)]).toEqual([1, 5, 2]);
});

test('a weight of one gives zero, as the formula does', () => {
  expect([...smooth(Float64Array.of(1, 5, 2), 1)]).toEqual([0, 0, 0]);
});

test('a constant series with gaps stays constant, and a different value after a gap changes it', () => {
  const gaps = Float64Array.of(Number.NaN, 0.1, Number.POSITIVE_INFINITY, 0.1, Number.NaN, 0.1);
  expect(smooth(gaps, 0.9)).toEqual(gaps);
  // (0.5 · 0.5 · 1 + 0.5 · 4) / (1 − 0.25) = 3
  expect([...smooth(Float64Array.of(Number.NaN, 1, Number.NaN, 4), 0.5)]).toEqual([
    Number.NaN,
    1,
    Number.NaN,
    3,
  ]);
  expect([...smooth(Float64Array.of(), 0.5)]).toEqual([]);
});

test('a weight below zero changes nothing', () => {
  expect([...smooth(Float64Array.of(1, 5, 2), -0.5)]).toEqual([1, 5, 2]);
});

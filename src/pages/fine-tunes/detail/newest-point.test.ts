import { expect, test } from 'vitest';
import { collectCurves } from '#pages/fine-tunes/curves/collect-curves.ts';
import { lossNow, newestPoint } from './newest-point.ts';

const curves = (values: readonly number[]) =>
  collectCurves(
    'test',
    values.map((value, index) => ({ name: 'train loss', step: index + 1, value, line: index + 1 })),
  );

test('the newest point is the last one, a NaN too', () => {
  expect(newestPoint(curves([3, 2]), 'train loss')).toEqual({ step: 2, value: 2 });
  expect(newestPoint(curves([3, Number.NaN]), 'train loss')).toEqual({ step: 2, value: Number.NaN });
  expect(newestPoint(curves([3]), 'eval loss')).toBeNull();
});

test('a falling loss has a change below zero, from ten points on', () => {
  const falling = Array.from({ length: 40 }, (_, index) => 10 - index / 10);
  expect(lossNow(curves(falling))?.trend?.change).toBeCloseTo(-0.4, 2);
  expect(lossNow(curves(falling))?.trend?.steps).toBe(4);
  expect(lossNow(curves(falling.slice(0, 9)))?.trend).toBeNull();
});

test('the last loss is as it was measured, and the smoothed one is said apart', () => {
  const values = [...Array.from({ length: 20 }, () => 1), 9];
  const now = lossNow(curves(values));
  expect(now?.value).toBe(9);
  expect(now?.trend?.smoothed).toBeCloseTo(4.2, 2);
});

test('a loss that stays is as it is, and one that broke is shown broken', () => {
  expect(lossNow(curves(Array.from({ length: 30 }, () => 2)))).toEqual({
    value: 2,
    trend: { smoothed: 2, change: 0, steps: 3 },
  });
  expect(lossNow(curves([1, Number.POSITIVE_INFINITY]))).toEqual({ value: Infinity, trend: null });
  expect(lossNow(curves([]))).toBeNull();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTold, thinned } from './thinning.ts';

const toldOf = (total: number) =>
  Array.from({ length: total }, (_, index) => index + 1).filter((step) => isTold(step, total));

test('every step of a training of up to 400 steps is told, and a bounded number of a longer one', () => {
  expect(toldOf(400)).toHaveLength(400);
  fc.assert(
    fc.property(fc.integer({ min: 401, max: 20_000 }), (total) => {
      const told = toldOf(total);
      expect(told.length).toBeLessThanOrEqual(402);
      expect(told.length).toBeGreaterThanOrEqual(200);
      expect([told[0], told.at(-1)]).toEqual([1, total]);
      const gaps = told.slice(1).map((step, index) => step - (told[index] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.ceil(total / 400));
    }),
    { numRuns: 30 },
  );
});

test('what is thinned keeps its order, its ends and its bound', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 2, max: 600 }), (length, count) => {
      const elements = Array.from({ length }, (_, index) => index);
      const kept = thinned(elements, count);
      expect(kept).toHaveLength(Math.min(length, count));
      expect(kept).toEqual([...kept].toSorted((a, b) => a - b));
      expect([kept[0], kept.at(-1)]).toEqual([elements[0], elements.at(-1)]);
    }),
  );
  expect(thinned([1, 2, 3], 1)).toEqual([3]);
  expect(thinned([1, 2, 3], Infinity)).toEqual([1, 2, 3]);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { linearTicks, logTicks, timeTicks } from './ticks.ts';

test('linear ticks are round, rise, and lie in the span', () => {
  expect(linearTicks({ from: 0, to: 1 }, 4)).toEqual([0, 0.5, 1]);
  expect(linearTicks({ from: 0.28, to: 0.62 }, 4)).toEqual([0.3, 0.4, 0.5, 0.6]);
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
      fc.integer({ min: 2, max: 12 }),
      (from, width, count) => {
        const ticks = linearTicks({ from, to: from + width }, count);
        expect(ticks.length).toBeLessThanOrEqual(count + 1);
        expect([...ticks].sort((one, other) => one - other)).toEqual(ticks);
        // Far from zero two neighbouring numbers lie further apart than a millionth of the width.
        const air = width * 1e-6 + Math.abs(from) * 4 * Number.EPSILON;
        for (const tick of ticks) expect(tick >= from - air && tick <= from + width + air).toBe(true);
      },
    ),
  );
});

test('logarithmic ticks are powers of ten, finer where there is room', () => {
  expect(logTicks({ from: 0.09, to: 11 }, 3)).toEqual([0.1, 1, 10]);
  expect(logTicks({ from: 0.3, to: 6 }, 6)).toEqual([0.5, 1, 2, 5]);
  expect(logTicks({ from: 1e-7, to: 1 }, 4)).toEqual([1e-6, 1e-4, 1e-2, 1]);
  expect(logTicks({ from: 2, to: 3 }, 4)).toEqual([2, 2.5, 3]);
});

test('ticks of time are whole seconds, minutes and hours of the given clock', () => {
  const minute = 60_000;
  expect(timeTicks({ from: 0, to: 25 * minute }, 3)).toEqual([0, 10 * minute, 20 * minute]);
  const shifted = timeTicks({ from: 0, to: 3 * 60 * minute }, 3, 30 * minute);
  expect(shifted).toEqual([30 * minute, 90 * minute, 150 * minute]);
});

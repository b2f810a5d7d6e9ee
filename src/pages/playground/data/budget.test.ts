import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Budget } from './budget.ts';

/** Requests of any bound, which cost any share of it or never say what they cost, in any order of start and end. */
const request = fc.record({
  bound: fc.double({ min: 0, max: 1, noNaN: true }),
  share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  endsFirst: fc.boolean(),
});

test('whatever requests cost up to their bounds, and in whatever order they end, the limit is never passed', () => {
  fc.assert(
    fc.property(fc.array(request), fc.double({ min: 0, max: 5, noNaN: true }), (requests, limit) => {
      const budget = new Budget(limit);
      let truth = 0;
      const open: [number, (typeof requests)[number]][] = [];
      const end = ([id, { bound, share }]: [number, (typeof requests)[number]]) => {
        truth += bound * (share ?? 1);
        budget.settle(id, share === null ? null : bound * share);
      };
      requests.forEach((each, id) => {
        if (each.endsFirst) open.splice(0, 1).forEach(end);
        if (!budget.fits(each.bound)) return;
        budget.reserve(id, each.bound);
        open.push([id, each]);
      });
      open.forEach(end);
      expect(truth).toBeLessThanOrEqual(limit + 1e-9);
    }),
  );
});

test('without a limit everything fits; with one, a request without a bound never does', () => {
  expect(new Budget(null).fits(null)).toBe(true);
  expect(new Budget(null).left).toBe(null);
  expect(new Budget(1e9).fits(null)).toBe(false);
});

test('what is left is the limit without what is spent and what is under way, and may be taken to its end', () => {
  const budget = new Budget(10, 1);
  budget.reserve(1, 4);
  budget.reserve(2, null);
  expect({ reserved: budget.reserved, left: budget.left }).toEqual({ reserved: 4, left: 5 });
  expect([budget.fits(5), budget.fits(5.01)]).toEqual([true, false]);
  budget.limit = 3;
  expect(budget.left).toBe(0);
});

test('what a request did not use is free again, and an unknown cost counts as its bound', () => {
  const budget = new Budget(10);
  budget.reserve(1, 6);
  expect(budget.fits(5)).toBe(false);
  budget.settle(1, 2);
  expect({ spent: budget.spent, left: budget.left }).toEqual({ spent: 2, left: 8 });
  budget.reserve(2, 8);
  budget.settle(2, null);
  expect(budget.left).toBe(0);
});

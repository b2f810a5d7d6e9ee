import { expect, test } from 'vitest';
import { nextVisit } from './visit.ts';

const minute = 60_000;

test('the first visit has none before it', () => {
  expect(nextVisit(undefined, 5)).toEqual({ startedMs: 5, seenMs: 5, previousMs: null });
});

test('a reload within half an hour belongs to the same visit, so that its changes stay in sight', () => {
  const kept = { startedMs: 0, seenMs: 10 * minute, previousMs: -1 };
  expect(nextVisit(kept, 39 * minute)).toEqual({ ...kept, seenMs: 39 * minute });
});

test('after a pause a new visit begins, and looks back to where the last one ended', () => {
  const kept = { startedMs: 0, seenMs: 10 * minute, previousMs: null };
  expect(nextVisit(kept, 40 * minute)).toEqual({
    startedMs: 40 * minute,
    seenMs: 40 * minute,
    previousMs: 10 * minute,
  });
});

test('a clock that was set back ends nothing', () => {
  const kept = { startedMs: 0, seenMs: 10 * minute, previousMs: null };
  expect(nextVisit(kept, 0)).toEqual(kept);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serviceEstimate } from './service-estimate.ts';
import { backtest, estimateEnd } from './time-left.ts';

/** Times of steps that take these milliseconds, from step 0 at 0. */
function timesOf(durations: readonly number[]) {
  let timeMs = 0;
  return [0, ...durations].map((duration, step) => ({ step, timeMs: (timeMs += duration) }));
}

test('a steady training has one end, and it comes', () => {
  const times = timesOf(Array.from({ length: 50 }, () => 100));
  const end = estimateEnd(times, 80, 5_000);
  expect(end).toEqual({
    isKnown: true,
    soonestMs: 8_000,
    latestMs: 8_000,
    lateMs: 0,
    formula: '30 steps left × 100 ms to 100 ms a step',
  });
});

test('an uneven training has a range that holds the mean speed and the newest', () => {
  const times = timesOf(Array.from({ length: 80 }, (_, index) => (index < 60 ? 100 : 200)));
  const end = estimateEnd(times, 180, 0);
  expect(end.isKnown && [end.soonestMs, end.latestMs]).toEqual([10_000 + 100 * 100, 10_000 + 100 * 200]);
});

test('where reports are many steps apart, the next one is late only when all of its steps are', () => {
  const times = [0, 100, 200, 300].map((step) => ({ step, timeMs: step * 1_000 }));
  const at = (second: number) => {
    const end = estimateEnd(times, 1_000, second * 1_000);
    return end.isKnown && [end.soonestMs, end.latestMs, end.lateMs];
  };
  expect(at(330)).toEqual([1_000_000, 1_000_000, 0]);
  expect(at(399)).toEqual([1_000_000, 1_000_000, 0]);
  expect(at(430)).toEqual([1_030_000, 1_030_000, 30_000]);
  // Of the last steps there are fewer than of a report.
  const nearEnd = estimateEnd(times, 310, 330_000);
  expect(nearEnd.isKnown && nearEnd.lateMs).toBe(20_000);
});

test('a step that is late moves the whole range', () => {
  const times = timesOf(Array.from({ length: 10 }, () => 100));
  const end = estimateEnd(times, 20, 1_000 + 100 + 700);
  expect(end.isKnown && [end.soonestMs, end.lateMs]).toEqual([1_000 + 1_000 + 700, 700]);
  expect(end.formula).toContain('the next report is 700 ms late');
});

test('what is not known is said, and never reckoned', () => {
  expect(estimateEnd([], 10, 0)).toEqual({
    isKnown: false,
    formula: 'At least two steps with their times are needed.',
  });
  expect(estimateEnd(timesOf([1, 1, 1]), null, 0).isKnown).toBe(false);
});

test('a range is never turned around, and its end never lies before the last step', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 60 }),
      (durations) => {
        const times = timesOf(durations);
        const lastMs = times.at(-1)?.timeMs ?? 0;
        const end = estimateEnd(times, 100, lastMs);
        expect(end.isKnown && lastMs <= end.soonestMs && end.soonestMs <= end.latestMs).toBe(true);
      },
    ),
  );
});

test('past estimates use only what was known then, and are held against what came', () => {
  // Twice as slow from the middle on: what was said at the half was too early, later it was right.
  const times = timesOf(Array.from({ length: 100 }, (_, index) => (index < 50 ? 100 : 200)));
  const past = backtest(times, 100);
  expect(past.map(({ share, step }) => [share, step])).toEqual([
    [0.25, 25],
    [0.5, 50],
    [0.75, 75],
    [0.9, 90],
  ]);
  expect(past.map(({ endedMs }) => endedMs)).toEqual([15_000, 15_000, 15_000, 15_000]);
  expect(past[1]).toMatchObject({ soonestMs: 10_000, latestMs: 10_000, missedByMs: 5_000 });
  expect(past[2]?.missedByMs).toBe(0);
});

test('a running job has past estimates without an end', () => {
  const past = backtest(timesOf(Array.from({ length: 60 }, () => 10)), 100);
  expect(past.map(({ share, endedMs, missedByMs }) => [share, endedMs, missedByMs])).toEqual([
    [0.25, null, null],
    [0.5, null, null],
  ]);
});

test('the service’s own estimate counts to its next status, from its last update', () => {
  const record = { id: 'x', status: 'running', updated_at: '2026-01-01T00:00:00' };
  const progress = { estimate_available: true, seconds_remaining: 90 };
  expect(serviceEstimate({ ...record, progress }).atMs).toBe(Date.UTC(2026, 0, 1, 0, 1, 30));
  expect(
    serviceEstimate({ ...record, progress: { ...progress, estimate_available: false } }).atMs,
  ).toBeNull();
  expect(serviceEstimate(record).words).toContain('no estimate');
  expect(serviceEstimate({ ...record, progress, status: 'completed' }).atMs).toBeNull();
});

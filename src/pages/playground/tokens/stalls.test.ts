import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Growable } from '#lib/growable.ts';
import { countStalls, stallBefore, stallLimitMs } from './stalls.ts';

function timesOf(gapsMs: readonly number[]): Growable {
  const times = new Growable();
  let nowMs = 40;
  for (const gapMs of [0, ...gapsMs]) {
    nowMs += gapMs;
    times.push(nowMs);
  }
  return times;
}

const steady = Array.from({ length: 20 }, () => 10);

test('a silence many times as long as usual is a stall', () => {
  const times = timesOf([...steady, 600, ...steady]);
  expect(countStalls(times)).toBe(1);
  expect(stallBefore(times, 21)).toBe(600);
  expect(stallBefore(times, 20)).toBeNull();
  expect(stallBefore(times, 0)).toBeNull();
});

test('a pause below 250 ms is not a stall, however fast the rest', () => {
  expect(countStalls(timesOf([...steady, 240]))).toBe(0);
});

test('a slow model does not stall at every token', () => {
  const times = timesOf(Array.from({ length: 20 }, () => 400));
  expect(countStalls(times)).toBe(0);
  expect(stallBefore(times, 1)).toBeNull();
});

test('tokens that arrive in bursts do not make every burst a stall', () => {
  const bundles = Array.from({ length: 12 }, () => [300, 0, 0, 0, 0]).flat();
  expect(countStalls(timesOf(bundles))).toBe(0);
});

test('twenty seconds are a stall, whatever came before', () => {
  expect(countStalls(timesOf([20_001]))).toBe(1);
  expect(countStalls(timesOf([1_000]))).toBe(0);
  expect(countStalls(timesOf([...Array.from({ length: 9 }, () => 5_000), 20_001]))).toBe(1);
});

test('the limit does not depend on the way of counting, and is near ten medians', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 30, max: 1500, noNaN: true }), { minLength: 8 }), (gaps) => {
      const whole = timesOf(gaps);
      const grown = new Growable();
      for (const arrivedMs of whole.view()) {
        grown.push(arrivedMs);
        stallLimitMs(grown);
      }
      expect(stallLimitMs(grown)).toBe(stallLimitMs(whole));
      const sorted = gaps.toSorted((one, other) => one - other);
      const median = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
      const limit = stallLimitMs(whole);
      expect(limit).toBeGreaterThanOrEqual(Math.max(250, Math.min(20_000, median * 10) * 0.95));
      expect(limit).toBeLessThanOrEqual(Math.max(250, Math.min(20_000, median * 10 * 1.05)));
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lane } from '#pages/playground/lane.ts';
import { countStalls, stallBefore, stallLimitMs } from './stalls.ts';

/** A lane whose tokens come after these gaps. */
function laneOf(gapsMs: readonly number[]): Lane {
  const lane = new Lane(0);
  let nowMs = 40;
  for (const gapMs of [0, ...gapsMs]) {
    nowMs += gapMs;
    lane.push({ index: 0, text: 'x', tokens: [], finishReason: null }, nowMs);
  }
  return lane;
}

const steady = Array.from({ length: 20 }, () => 10);

test('a silence many times as long as usual is a stall', () => {
  const lane = laneOf([...steady, 600, ...steady]);
  expect(countStalls(lane)).toBe(1);
  expect(stallBefore(lane, 21)).toBe(600);
  expect(stallBefore(lane, 20)).toBeNull();
  expect(stallBefore(lane, 0)).toBeNull();
});

test('a hiccup below 250 ms is none, however fast the rest', () => {
  expect(countStalls(laneOf([...steady, 240]))).toBe(0);
});

test('a slow model does not stall at every token', () => {
  expect(countStalls(laneOf(Array.from({ length: 20 }, () => 400)))).toBe(0);
});

test('tokens that come in bundles do not make every bundle a stall', () => {
  const bundles = Array.from({ length: 12 }, () => [300, 0, 0, 0, 0]).flat();
  expect(countStalls(laneOf(bundles))).toBe(0);
});

test('twenty seconds are a stall, whatever came before', () => {
  expect(countStalls(laneOf([20_001]))).toBe(1);
  expect(countStalls(laneOf([1_000]))).toBe(0);
  expect(countStalls(laneOf([...Array.from({ length: 9 }, () => 5_000), 20_001]))).toBe(1);
});

test('the limit is the same however the tokens were counted, and near ten medians', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 30, max: 1500, noNaN: true }), { minLength: 8 }), (gaps) => {
      const whole = laneOf(gaps);
      const grown = new Lane(0);
      for (const arrivedMs of whole.arrivals.view()) {
        grown.push({ index: 0, text: 'x', tokens: [], finishReason: null }, arrivedMs);
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

// A service that is back is found soon; one that stays away is left alone.
import { expect, test } from 'vitest';
import { pollDelayMs } from './poll-delay.ts';

const never = { status: 'error', dataUpdatedAt: 0, errorUpdatedAt: 1_000, errorUpdateCount: 1 } as const;
const lost = {
  status: 'error',
  dataUpdatedAt: 100_000,
  errorUpdatedAt: 160_500,
  errorUpdateCount: 1,
} as const;

test('a connection that answers is asked once a minute', () => {
  expect(pollDelayMs({ ...lost, status: 'success' }, 0.5)).toBe(60_000);
});

test('the first failure is followed up after two seconds', () => {
  expect(pollDelayMs(never, 0.5)).toBe(2_000);
  expect(pollDelayMs(lost, 0.5)).toBe(2_000);
});

test('the wait grows with the silence, up to a minute', () => {
  const counted = [2, 3, 4, 5, 6, 60].map((errorUpdateCount) =>
    pollDelayMs({ ...never, errorUpdateCount }, 0.5),
  );
  expect(counted).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(pollDelayMs({ ...lost, errorUpdatedAt: 180_000 }, 0.5)).toBe(10_000);
  expect(pollDelayMs({ ...lost, errorUpdatedAt: 9_000_000 }, 0.5)).toBe(60_000);
});

test('chance spreads it by a fifth; a clock set back does no harm', () => {
  expect(pollDelayMs(never, 0)).toBeCloseTo(1_600);
  expect(pollDelayMs(never, 1)).toBeCloseTo(2_400);
  expect(pollDelayMs({ ...lost, errorUpdatedAt: 0 }, 0.5)).toBe(2_000);
});

import { expect, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { checkDelayMs, refetchOnFocus, pollCounts, pollHistory, pollTimes, jitter } from './polling.ts';

const well = { data: [], error: null, dataUpdatedAt: 100_000, errorUpdatedAt: 0 };
const refusal = new ApiError('http', 'Slow down.', { status: 429, retryAfterMs: 40_000 });
const refused = { ...well, error: refusal, errorUpdatedAt: 200_000 };
const counts = { unchangedCount: 2, failureCount: 0 };

test('the next request is due relative to the end of the last one, answered or failed', () => {
  const query = { ...well, isFetching: false };
  expect(pollTimes(query, 5_000, false)).toMatchObject({ updatedAtMs: 100_000, nextAtMs: 105_000 });
  expect(pollTimes({ ...refused, isFetching: false }, 40_000, false)).toMatchObject({
    updatedAtMs: 100_000,
    nextAtMs: 240_000,
  });
});

test('no request is due before the first answer, while paused, or once polling has ended', () => {
  const never = { ...well, dataUpdatedAt: 0, isFetching: true };
  expect(pollTimes(never, 5_000, false)).toMatchObject({ updatedAtMs: null, nextAtMs: null });
  expect(pollTimes({ ...well, isFetching: false }, 5_000, true).nextAtMs).toBeNull();
  expect(pollTimes({ ...well, isFetching: false }, false, false).nextAtMs).toBeNull();
});

test('a failure has its status and time to wait, both unknown without an answer', () => {
  expect(pollHistory(well, counts).failure).toBeNull();
  expect(pollHistory(refused, counts).failure).toEqual({ status: 429, retryAfterMs: 40_000 });
  const away = { ...refused, error: new TypeError('fetch failed') };
  expect(pollHistory(away, counts)).toMatchObject({
    failure: { status: null, retryAfterMs: null },
    failureCount: 1,
  });
});

test('a tab that becomes visible polls at once if the last request succeeded', () => {
  expect(refetchOnFocus(well, 5_000, 100_001)).toBe(true);
});

test('a tab that becomes visible does not poll a failing service before it is due', () => {
  expect(refetchOnFocus(refused, 40_000, 239_999)).toBe(false);
  expect(refetchOnFocus(refused, 40_000, 240_000)).toBe('always');
  expect(refetchOnFocus(refused, false, 9_000_000)).toBe(false);
});

test('jitter stays the same until the next answer, then changes', () => {
  expect(jitter(100_000)).toBe(jitter(100_000));
  const many = Array.from({ length: 100 }, (_, index) => jitter(100_000 + index * 5_000));
  expect(many.every((chance) => chance >= 0 && chance < 1)).toBe(true);
  expect(new Set(many.map((chance) => Math.floor(chance * 4))).size).toBe(4);
});

test('answers without news and failures in a row are counted once each, however often they are read', () => {
  const query = { state: { data: ['a'], dataUpdateCount: 1, errorUpdateCount: 0 } };
  const read = (change: Partial<typeof query.state>) => {
    Object.assign(query.state, change);
    const { unchangedCount, failureCount } = pollCounts(query);
    expect(pollCounts(query)).toMatchObject({ unchangedCount, failureCount });
    return [unchangedCount, failureCount];
  };
  expect(read({})).toEqual([0, 0]);
  expect(read({ dataUpdateCount: 2 })).toEqual([1, 0]);
  expect(read({ dataUpdateCount: 3 })).toEqual([2, 0]);
  expect(read({ errorUpdateCount: 1 })).toEqual([2, 1]);
  expect(read({ errorUpdateCount: 2 })).toEqual([2, 2]);
  expect(read({ dataUpdateCount: 4, data: ['b'] })).toEqual([0, 0]);
});

test('a connection is checked once a minute, sooner after a failure, never before its Retry-After', () => {
  const calm = { unchangedCount: 9, failure: null, failureCount: 0, chance: 0.5 };
  const failed = (status: number | null, retryAfterMs: number | null, failureCount = 1) =>
    checkDelayMs({ ...calm, failure: { status, retryAfterMs }, failureCount, chance: 1 });
  expect([0, 0.5, 1].map((chance) => checkDelayMs({ ...calm, chance }))).toEqual([48_000, 60_000, 72_000]);
  expect([1, 2, 3, 60].map((count) => failed(null, null, count))).toEqual([2_000, 4_000, 8_000, 60_000]);
  expect(failed(503, 200_000)).toBe(240_000);
  expect([503, 429].map((status) => failed(status, 1_000, 60))).toEqual([6_000, 72_000]);
  expect([401, 403].map((status) => failed(status, null))).toEqual([72_000, 72_000]);
});

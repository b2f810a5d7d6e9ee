import { expect, test } from 'vitest';
import { pollWords, type PollTimes } from './Freshness.tsx';

const nowMs = 1_700_000_000_000;
const times: PollTimes = {
  updatedAtMs: nowMs - 12_000,
  nextAtMs: nowMs + 3_000,
  isFetching: false,
  isPaused: false,
};

test.each<[string, Partial<PollTimes>, string]>([
  ['waits', {}, 'updated 12 s ago · next in 3 s'],
  ['waits for the last part of a second', { nextAtMs: nowMs + 1 }, 'updated 12 s ago · next in 1 s'],
  ['asks', { isFetching: true }, 'updated 12 s ago · updating'],
  ['rests for good', { nextAtMs: null }, 'updated 12 s ago · polling stopped'],
  ['is paused', { nextAtMs: null, isPaused: true }, 'updated 12 s ago · paused'],
  [
    'asks although it is paused',
    { nextAtMs: null, isPaused: true, isFetching: true },
    'updated 12 s ago · updating',
  ],
  ['has no answer yet', { updatedAtMs: null, isFetching: true }, 'updating'],
])('what %s', (_, change, words) => {
  expect(pollWords({ ...times, ...change }, nowMs)).toBe(words);
});

test('the reason why polling ended can be replaced', () => {
  expect(pollWords({ ...times, nextAtMs: null }, nowMs, 'over')).toBe('updated 12 s ago · over');
  expect(pollWords({ ...times, nextAtMs: null }, nowMs, 'over', 'checked')).toBe('checked 12 s ago · over');
  expect(pollWords(times, nowMs, 'over')).toBe('updated 12 s ago · next in 3 s');
});

import { expect, test } from 'vitest';
import { hiddenDelayMs, pollDelayMs, type PollFacts } from './poll-policy.ts';

const calm: PollFacts = {
  statuses: [],
  openStatus: null,
  unchangedCount: 0,
  failure: null,
  failureCount: 0,
  chance: 0,
};

test.each([
  ['an open one that runs', ['running'], 'running', 5_000],
  ['an open one that is downloading its model', ['model_downloading'], 'model_downloading', 5_000],
  ['one in the list that runs', ['completed', 'RUNNING', 'queued'], null, 15_000],
  ['an open one that is over, while another runs', ['completed', 'running'], 'completed', 15_000],
  ['one that uploads', ['uploading'], null, 15_000],
  ['only queued ones', ['queued', 'pending', 'completed'], null, 30_000],
  ['a status that nobody knows', ['paused_by_moon'], null, 60_000],
  ['no status at all', [undefined], null, 60_000],
  ['none that is active', ['completed', 'cancelled', 'error', 'user_error', 'failed'], null, 120_000],
  ['none at all', [], null, 120_000],
])('%s', (_, statuses, openStatus, delayMs) => {
  expect(pollDelayMs({ ...calm, statuses, openStatus })).toBe(delayMs);
});

test('answers that say nothing new double the delay up to a minute, and news resets it', () => {
  const delays = [0, 1, 2, 3, 4, 5, 1000].map((unchangedCount) =>
    pollDelayMs({ ...calm, statuses: ['running'], openStatus: 'running', unchangedCount }),
  );
  expect(delays).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  expect(pollDelayMs({ ...calm, unchangedCount: 5 })).toBe(120_000);
});

const refused = (retryAfterMs: number | null, failureCount: number, chance: number) =>
  pollDelayMs({
    ...calm,
    statuses: ['running'],
    failure: { status: 429, retryAfterMs },
    failureCount,
    chance,
  });

test('a service that asks to wait is left alone that long, a little longer, and never beyond five minutes', () => {
  expect(refused(40_000, 1, 0)).toBe(40_000);
  expect(refused(40_000, 1, 1)).toBe(48_000);
  expect(refused(0, 1, 0)).toBe(15_000);
  expect(refused(300_000, 1, 1)).toBe(300_000);
});

test('without a time to wait, each refusal doubles it', () => {
  expect([1, 2, 3, 9].map((count) => refused(null, count, 0))).toEqual([30_000, 60_000, 120_000, 300_000]);
});

const away = (failureCount: number) =>
  pollDelayMs({ ...calm, failure: { status: null, retryAfterMs: null }, failureCount, chance: 1 });

test('a service that is away is asked soon, then ever less often, up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 40].map(away)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test.each([
  [401, false],
  [403, false],
  [404, 300_000],
])('after %i', (status, delayMs) => {
  expect(pollDelayMs({ ...calm, failure: { status, retryAfterMs: null }, failureCount: 1 })).toBe(delayMs);
});

test('a hidden tab asks once a minute at most, and not at all where a seen one does not', () => {
  expect(hiddenDelayMs(5_000)).toBe(60_000);
  expect(hiddenDelayMs(300_000)).toBe(300_000);
  expect(hiddenDelayMs(false)).toBe(false);
});

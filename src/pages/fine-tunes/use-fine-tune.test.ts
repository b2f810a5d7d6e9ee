import { expect, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { byStep, knownUntil, mayAsk, newsOf } from './use-fine-tune.ts';

const failed = (status: number, retryAfterMs: number | null = null) => ({
  error: new ApiError('http', 'No.', { status, retryAfterMs }),
  errorUpdatedAt: 1_000_000,
});

test('an answered operation is requested again at any change', () => {
  expect(mayAsk({ error: null, errorUpdatedAt: 0 }, 1)).toBe(true);
});

test.each([
  ['a fault', failed(500), 30_000],
  ['a refusal that names a time', failed(429, 100_000), 100_000],
  ['a refusal that names a short time', failed(429, 1_000), 30_000],
  ['a refusal that names none', failed(429), 30_000],
  ['no answer', { error: new Error('away'), errorUpdatedAt: 1_000_000 }, 30_000],
])('after %s it is paused', (_, state, restMs) => {
  expect(mayAsk(state, 1_000_000 + restMs - 1)).toBe(false);
  expect(mayAsk(state, 1_000_000 + restMs)).toBe(true);
});

test.each([401, 403])('after %s it is no longer polled', (status) => {
  expect(mayAsk(failed(status), 9_000_000_000)).toBe(false);
});

test('checkpoints are in the order of their steps, one without a step last, however they are listed', () => {
  const [early, late, final] = [{ step: 9 }, { step: 40 }, { checkpoint_type: 'Final' }];
  expect(byStep([final, late, early])).toEqual([early, late, final]);
  expect(byStep([early, late, final])).toEqual([early, late, final]);
});

const record = { id: 'ft-1', status: 'running', events: [{ hash: 'a' }] };
const momentOf = (change: Partial<FineTune>, listedMs = 1) =>
  newsOf({ ...record, ...change }, listedMs).moment;

test.each([
  ['its status', { status: 'uploading' }],
  ['the time of its update', { updated_at: '2026-11-21T10:00:00Z' }],
  ['its steps', { steps_completed: 8 }],
  ['its evaluations', { evals_completed: 1 }],
  ['its epochs', { epochs_completed: 1 }],
  ['another event', { events: [{ hash: 'a' }, { hash: 'b' }] }],
])('%s counts as a change', (_, change) => expect(momentOf(change)).not.toBe(momentOf({})));

test('an unchanged answer is not a change', () => {
  expect(momentOf({}, 2)).toBe(momentOf({}, 1));
  expect(momentOf({ events: [], status: 'completed' }, 2)).toBe(
    momentOf({ events: [], status: 'completed' }, 1),
  );
});

test('every answer is a change for a running fine-tune whose record has no events', () => {
  expect(momentOf({ events: [] }, 2)).not.toBe(momentOf({ events: [] }, 1));
});

test('reports are known up to the last answer beside the list, until news of the list is answered there', () => {
  expect(knownUntil(9_000, 5_000, [8_000, 0])).toBe(9_000);
  expect(knownUntil(9_000, 9_000, [4_000, 0])).toBe(4_000);
  expect(knownUntil(9_000, 9_000, [9_500, 6_000])).toBe(6_000);
  expect(knownUntil(9_000, 5_000, [0, 0])).toBe(9_000);
  expect(knownUntil(null, null, [4_000])).toBeNull();
});

import { expect, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { mayAsk } from './follow-policy.ts';

const failed = (status: number, retryAfterMs: number | null = null) => ({
  error: new ApiError('http', 'No.', { status, retryAfterMs }),
  errorUpdatedAt: 1_000_000,
});

test('what was answered is asked at any news', () => {
  expect(mayAsk({ error: null, errorUpdatedAt: 0 }, 1)).toBe(true);
});

test.each([
  ['a fault', failed(500), 30_000],
  ['a refusal that names a time', failed(429, 100_000), 100_000],
  ['a refusal that names a short time', failed(429, 1_000), 30_000],
  ['a refusal that names none', failed(429), 30_000],
  ['no answer', { error: new Error('away'), errorUpdatedAt: 1_000_000 }, 30_000],
])('after %s it rests', (_, state, restMs) => {
  expect(mayAsk(state, 1_000_000 + restMs - 1)).toBe(false);
  expect(mayAsk(state, 1_000_000 + restMs)).toBe(true);
});

test.each([401, 403])('after %s it is not asked by itself any more', (status) => {
  expect(mayAsk(failed(status), 9_000_000_000)).toBe(false);
});

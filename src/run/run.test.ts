import { expect, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { endedRun } from '#run/testing/ended-run.ts';
import { wasRefused } from './run.ts';

test.each([
  [400, true],
  [408, false],
  [429, true],
  [500, false],
  [503, true],
  [529, true],
])('an answer of %i without text: refused %s', (status, isRefused) => {
  expect(wasRefused(endedRun({ error: new ApiError('http', 'No.', { status }) }))).toBe(isRefused);
});

test.each([
  ['not_sent', true],
  ['offline', true],
  ['queued', true],
  ['went_offline', false],
  ['connect_timeout', false],
])('a request that failed as %s: refused %s', (code, isRefused) => {
  expect(wasRefused(endedRun({ error: new ApiError('network', 'No.', { code }) }))).toBe(isRefused);
});

test('a run with text was not refused, whatever ended it', () => {
  const error = new ApiError('http', 'No.', { status: 503 });
  expect(wasRefused(endedRun({ pieces: [[0, ' upon']], error }))).toBe(false);
});

test('a run stopped before its turn was not sent, unlike one stopped later', () => {
  const stopped = endedRun({ endState: 'stopped' });
  expect(wasRefused(stopped)).toBe(false);
  const state = { phase: 'ended', endState: 'stopped', error: null, endedMs: 0 } as const;
  expect(wasRefused({ ...stopped, state })).toBe(true);
});

import { expect, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { endedRun } from '#run/testing/ended-run.ts';
import { wasRefused } from './run.ts';
import { endedAtMs, nextStep, retryDelay } from './next-step.ts';

function after(error: ApiError) {
  return nextStep(endedRun({ endState: 'failed', error }));
}

function refusal(status: number, param: string | null = null) {
  return after(new ApiError('http', 'No.', { status, param }));
}

test.each([
  [400, 'Fix what the message names, then run again.', [], false],
  [401, 'Sign in again or change the token, then run again. What you typed is kept.', ['connections'], false],
  [402, null, ['connections'], false],
  [403, 'Shorten the prompt, lower max_tokens, or choose another model.', ['model', 'prompt'], false],
  [404, null, ['model', 'connections'], false],
  [405, null, ['connections'], false],
  [408, 'A lower max_tokens answers sooner.', [], true],
  [413, null, ['prompt'], false],
  [422, 'Fix what the message names, then run again.', [], false],
  [429, null, [], true],
  [500, null, [], true],
  [501, null, ['connections'], false],
  [502, null, [], true],
  [503, null, [], true],
  [504, 'A lower max_tokens answers sooner.', [], true],
  [524, 'A lower max_tokens answers sooner.', [], true],
  [529, null, [], true],
] as const)('what to do after a %i: %s %j, again: %s', (status, advice, ways, canRepeat) => {
  expect(refusal(status)).toMatchObject({ advice, ways, canRepeat });
});

test.each([
  [408, true],
  [429, false],
  [500, true],
  [502, true],
  [503, false],
  [504, true],
])('whether a %i may have been charged: %s', (status, mayBeCharged) =>
  expect(refusal(status)).toMatchObject({ canRepeat: true, mayBeCharged }),
);

test.each(['upstream_key_refused', 'upstream_not_reached'])('nothing is charged for %s', (code) => {
  const error = new ApiError('http', 'No.', { status: 502, code });
  expect(after(error)).toMatchObject({ canRepeat: true, mayBeCharged: false });
  expect(wasRefused(endedRun({ error }))).toBe(true);
});

test('a page that its server does not know has no prompt to shorten', () => {
  expect(refusal(403, 'Origin')).toMatchObject({ advice: null, ways: [], canRepeat: false });
});

test('the next step after a refused field leads to that field', () => {
  expect(refusal(404).ways).toContain('model');
  expect(refusal(400, 'model').ways).toEqual(['model']);
  expect(refusal(400, 'prompt').ways).toEqual(['prompt']);
  expect(refusal(400, 'top_k').advice).toContain('top_k');
  expect(refusal(404, 'safety_model')).toMatchObject({
    advice: 'Change safety_model, or leave it out, then run again.',
    ways: [],
  });
});

test('after a refusal of max_tokens, the answer or the prompt must become shorter', () =>
  expect(refusal(400, 'max_tokens')).toMatchObject({
    advice: 'Lower max_tokens or shorten the prompt, then run again.',
    ways: ['prompt'],
  }));

test('an answer that was lost may have been charged, one that was never sent was not', () => {
  expect(after(new ApiError('network', 'Gone.', { code: 'unreachable' }))).toMatchObject({
    canRepeat: true,
    mayBeCharged: true,
  });
  expect(after(new ApiError('network', 'Not sent.', { code: 'not_sent' }))).toMatchObject({
    canRepeat: false,
    mayBeCharged: false,
  });
  const offline = (code: string) => after(new ApiError('network', 'Offline.', { code }));
  expect(offline('queued')).toMatchObject({ canRepeat: true, mayBeCharged: false });
  expect(offline('offline')).toMatchObject({ canRepeat: true, mayBeCharged: false });
  expect(offline('went_offline')).toMatchObject({ canRepeat: true, mayBeCharged: true });
});

test('only an answer in one piece begins sooner with a lower max_tokens', () => {
  const error = new ApiError('network', 'No.', { code: 'connect_timeout' });
  const run = endedRun({ endState: 'failed', error });
  const stepOf = (stream: boolean) => nextStep({ ...run, request: { ...run.request, stream } });
  expect(stepOf(true)).toMatchObject({ ways: ['connections'] });
  expect(stepOf(true).advice).toContain('Timeouts');
  expect(stepOf(false)).toMatchObject({ advice: 'A lower max_tokens answers sooner.', ways: [] });
});

test('an answer with text may have been charged, however it ended', () => {
  const run = endedRun({ pieces: [[0, ' a']], endState: 'stopped' });
  expect(nextStep(run)).toMatchObject({ canRepeat: false, mayBeCharged: true });
});

test('a whole answer needs no next step', () => {
  expect(nextStep(endedRun({ endState: 'complete', pieces: [[0, ' a', 'stop']] }))).toMatchObject({
    advice: null,
    ways: [],
    canRepeat: false,
  });
});

test('Retry-After is used if sent; without it a 429 backs off, marked as a guess', () => {
  const asked = new ApiError('http', 'No.', { status: 503, retryAfterMs: 7_000 });
  expect(retryDelay(asked, 3)).toEqual({ ms: 7_000, isOwnGuess: false, isCut: false });
  const long = new ApiError('http', 'No.', { status: 503, retryAfterMs: 3_600_000 });
  expect(retryDelay(long, 0)).toMatchObject({ ms: 300_000, isCut: true });
  const silent = new ApiError('http', 'No.', { status: 429 });
  expect([0, 1, 2, 9].map((refusals) => retryDelay(silent, refusals)?.ms)).toEqual([
    5_000, 10_000, 20_000, 60_000,
  ]);
  expect(retryDelay(silent, 0)?.isOwnGuess).toBe(true);
  expect(retryDelay(new ApiError('http', 'No.', { status: 503 }), 0)).toBeNull();
});

test('a run shown again from history has waited since it ended, and never longer than asked', () => {
  const run = endedRun({ endState: 'failed' });
  const recorded = { ...run, connection: '', texts: [], times: [], endState: 'failed', error: null } as const;
  const shownAt = (startedAtMs: number) =>
    endedAtMs({
      ...run,
      startedMs: 5_000,
      startedAt: new Date(performance.timeOrigin + startedAtMs),
      replay: { recorded: { ...recorded, endedMs: 1, counts: {} }, pace: Number.POSITIVE_INFINITY },
    });
  expect(endedAtMs(run)).toBe(1);
  expect(shownAt(-60_000)).toBeCloseTo(-59_999, -1);
  expect(shownAt(3_600_000)).toBe(5_000);
});

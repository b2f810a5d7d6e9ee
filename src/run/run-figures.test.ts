import { expect, test } from 'vitest';
import { endedRun } from '#run/testing/ended-run.ts';
import { readFigures } from './run-figures.ts';

test('tokens that came all at once have no time between them', () => {
  const run = endedRun({ endState: 'complete' });
  for (const text of ['a', 'b']) {
    const token = { id: null, text, logprob: -1, special: false };
    const piece = { index: 0, text, tokens: [token], finishReason: null };
    run.recording.append({ id: null, pieces: [piece], prompt: null, usage: null, seed: null }, 0);
  }
  expect(readFigures(run, 0).gapMs).toBeNull();
});

test.each([
  ['token', -1],
  ['event', null],
] as const)('the time between arrivals is of each %s where logprobs are %j', (unit, logprob) => {
  const run = endedRun({ endState: 'complete' });
  for (const [arrivedMs, text] of ['a', 'b c', 'd'].entries()) {
    const tokens = logprob === null ? [] : [{ id: null, text, logprob, special: false }];
    const piece = { index: 0, text, tokens, finishReason: null };
    run.recording.append(
      { id: null, pieces: [piece], prompt: null, usage: null, seed: null },
      arrivedMs * 20,
    );
  }
  expect(readFigures(run, 0).gapMs).toEqual({ p50: 20, p99: 20, unit });
});

test.each([
  [true, 0],
  [false, null],
])('with stream %j the time to the first token is %j', (stream, firstTokenMs) => {
  const run = endedRun({ request: { stream }, pieces: [[0, 'a']] });
  expect(readFigures(run, 0).firstTokenMs).toBe(firstTokenMs);
});

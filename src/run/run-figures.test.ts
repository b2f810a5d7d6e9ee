import { expect, test } from 'vitest';
import { endedRun } from '#run/testing/ended-run.ts';
import { readFigures } from './run-figures.ts';
import { leastLikely, perplexityUpTo } from './token.ts';

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

test('speed, gaps and perplexity are of the answer alone, without logprobs that are no probability', () => {
  const run = endedRun({ request: { echo: true } });
  const usage = { prompt_tokens: 1, completion_tokens: 4, total_tokens: 5 };
  for (const [text, logprob, arrivedMs] of [
    ['Once', -9, 0],
    ['a', 0.5, 1000],
    ['b', -Infinity, 1020],
    ['c', -2, 1040],
    ['d', -1, 1140],
    ['e', -2, 1160],
  ] as const) {
    const token = { id: null, text, logprob, special: false };
    const piece = { index: 0, text, tokens: [token], finishReason: null };
    run.recording.append({ id: null, pieces: [piece], prompt: null, usage, seed: null }, arrivedMs);
  }
  const figures = readFigures(run, 0);
  expect(figures).toMatchObject({ tokenCount: 5, gapMs: { p50: 20 }, usage: null });
  expect(figures.tokensPerSecond).toBeCloseTo(4 / 0.16, 9);
  expect(figures.gapMs?.p99).toBeCloseTo(97.6, 9);
  expect(figures.perplexity).toBeCloseTo(Math.exp(5 / 3), 9);
  const choice = [...run.recording.choices.values()].at(0);
  if (choice === undefined) throw new Error('no choice');
  expect(perplexityUpTo(choice, 3)).toBeCloseTo(Math.exp(11 / 2), 9);
  expect(leastLikely(choice)).toBe(0);
});

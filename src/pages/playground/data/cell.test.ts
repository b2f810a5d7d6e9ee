import { expect, test } from 'vitest';
import { endedRun } from '#run/testing/ended-run.ts';
import { answerTokens, readResult } from './cell.ts';

test('without a usage, tokens are counted, but not pieces that may hold several', () => {
  const run = endedRun({ pieces: [[0, ' a']], endState: 'complete' });
  expect(answerTokens(readResult(run, null))).toBe(1);
  const piece = { index: 0, text: ' b c d', tokens: [], finishReason: 'stop' };
  run.recording.append({ id: null, pieces: [piece], prompt: null, usage: null, seed: null }, 1);
  expect(answerTokens(readResult(run, null))).toBeNull();
  const usage = { prompt_tokens: 1, completion_tokens: 4, total_tokens: 5 };
  run.recording.append({ id: null, pieces: [], prompt: null, usage, seed: null }, 2);
  expect(answerTokens(readResult(run, null))).toBe(4);
});

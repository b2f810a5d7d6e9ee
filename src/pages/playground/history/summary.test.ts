import { expect, test } from 'vitest';
import { draftOfRequest } from '#draft/draft-of-request.ts';
import { endedRun } from '#run/testing/ended-run.ts';
import { oneLine, summarize, tokenWords } from './summary.ts';

test('a run of pieces that may hold several tokens is kept with the least count', () => {
  const run = endedRun({ endState: 'complete' });
  const words = () =>
    tokenWords(
      summarize('1', run, draftOfRequest(run.request), { connection: 'c', size: 0, continuedAt: undefined }),
    );
  const piece = { index: 0, text: ' a b c', tokens: [], finishReason: 'stop' };
  run.recording.append({ id: null, pieces: [piece], prompt: null, usage: null, seed: null }, 0);
  expect(words()).toBe('≥ 1 token');
  const usage = { prompt_tokens: 1, completion_tokens: 3, total_tokens: 4 };
  run.recording.append({ id: null, pieces: [], prompt: null, usage, seed: null }, 1);
  expect(words()).toBe('3 tokens');
});

test('a line that is cut says so, and one of only whitespace stays empty', () => {
  expect(oneLine('owl '.repeat(30))).toMatch(/^(owl )+ow…$/);
  expect(oneLine(`An owl\n${'a'.repeat(83)}`)).toMatch(/a$/);
  expect(oneLine(' '.repeat(100))).toBe('');
});

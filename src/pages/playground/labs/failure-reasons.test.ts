import { expect, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { endedRun } from '#run/testing/ended-run.ts';
import type { Run } from '#run/run.ts';
import { failureReasons } from './failure-reasons.ts';

function failed(message: string): Run {
  return endedRun({ endState: 'failed', error: new ApiError('http', message) });
}

test('failures are counted by reason, the most frequent first', () => {
  const [limit, silent] = [failed('429 Too many requests.'), failed('No answer.')];
  expect(failureReasons([limit, silent, silent])).toEqual([
    { words: 'No answer.', count: 2 },
    { words: '429 Too many requests.', count: 1 },
  ]);
  expect(failureReasons([])).toEqual([]);
});

test('an end without an error is a reason of its own', () => {
  const cut = endedRun({ endState: 'truncated', pieces: [[0, 'a']] });
  expect(failureReasons([cut])).toEqual([
    {
      words: 'The stream ended before the service reported completion. What arrived is kept.',
      count: 1,
    },
  ]);
});

test('of many reasons the rarer ones are counted together', () => {
  const words = ['a', 'a', 'a', 'b', 'b', 'c', 'd'];
  expect(failureReasons(words.map(failed))).toEqual([
    { words: 'a', count: 3 },
    { words: 'b', count: 2 },
    { words: 'Other reasons.', count: 2 },
  ]);
});

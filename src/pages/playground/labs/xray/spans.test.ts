import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScoredToken } from '#pages/playground/labs/score/score.ts';
import { surprisingSpans } from './spans.ts';

function tokensOf(logprobs: readonly (number | null)[]): ScoredToken[] {
  return logprobs.map((logprob, id) => ({ text: 'x', start: id, end: id + 1, id, logprob }));
}

test('the window with the highest mean comes first, with its peak', () => {
  const spans = surprisingSpans(tokensOf([-1, -1, -9, -7, -1, -1, -4, -4]), 2, 3);
  expect(spans).toEqual([
    { from: 2, to: 4, surprise: 8, peak: 2 },
    { from: 6, to: 8, surprise: 4, peak: 6 },
    { from: 0, to: 2, surprise: 1, peak: 0 },
  ]);
});

test('a text shorter than the window is one span; an empty one, and one without logprobs, has none', () => {
  expect(surprisingSpans(tokensOf([-1, -3]), 5, 9)).toEqual([{ from: 0, to: 2, surprise: 2, peak: 1 }]);
  expect(surprisingSpans([], 5, 9)).toEqual([]);
  expect(surprisingSpans(tokensOf([null, 0.5, Number.NEGATIVE_INFINITY]), 2, 9)).toEqual([]);
});

test('spans never lie over each other, and none left out is more surprising than the first', () => {
  const logprob = fc.option(fc.double({ min: -30, max: 1, noNaN: true }));
  fc.assert(
    fc.property(fc.array(logprob), fc.integer({ min: 1, max: 6 }), (logprobs, width) => {
      const spans = surprisingSpans(tokensOf(logprobs), width, 100);
      const taken = spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
      expect(new Set(taken).size).toBe(taken.length);
      const surprises = spans.map(({ surprise }) => surprise);
      expect(surprises).toEqual(surprises.toSorted((one, other) => other - one));
    }),
  );
});

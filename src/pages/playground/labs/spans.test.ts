import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ScoredToken, scoreOf } from '#run/echo-score.ts';
import { surprisingSpans, linesOf, orderLines, choiceOfScore } from './spans.ts';

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

test('spans never overlap, and no omitted one is more surprising than the first', () => {
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

function scoreFrom(parts: readonly (readonly [text: string, logprob: number | null])[]) {
  let end = 0;
  const tokens = parts.map(([text, logprob], id): ScoredToken => {
    const start = end;
    end += text.length;
    return { text, start, end, id, logprob };
  });
  return scoreOf(tokens);
}

test('a token belongs to the line of its first shown character', () => {
  const lines = linesOf(
    scoreFrom([
      ['a', -1],
      [' b.\n', -2],
      ['\n', -3],
      ['\nc', -5],
      [' d', -7],
    ]),
  );
  expect(lines.map(({ number, text, sum, firstToken }) => [number, text, sum, firstToken])).toEqual([
    [1, 'a b.', -3, 0],
    [2, '', -3, 2],
    [4, 'c d', -12, 3],
  ]);
});

test('sorting by surprise puts lines without scored tokens last', () => {
  const lines = linesOf(
    scoreFrom([
      ['a\n', -1],
      ['b\n', null],
      ['c\n', 0],
      ['d', -3],
    ]),
  );
  expect(orderLines(lines, 'surprise').map(({ text }) => text)).toEqual(['d', 'a', 'c', 'b']);
});

const anyTokens = fc.array(
  fc.tuple(
    fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '🦊'), maxLength: 5 }),
    fc.option(fc.double({ min: -30, max: 0, noNaN: true })),
  ),
);

test('every token is in one line, and the sums of the lines add up to that of the text', () => {
  fc.assert(
    fc.property(anyTokens, (parts) => {
      const score = scoreFrom(parts);
      const lines = linesOf(score);
      expect(lines.flatMap(({ tokens }) => tokens)).toHaveLength(parts.length);
      const sum = lines.reduce((total, line) => total + (line.sum ?? 0), 0);
      expect(sum).toBeCloseTo(score.sum ?? 0, 6);
    }),
  );
});

test('a scored text becomes a choice with the same text, ids and logprobs', () => {
  fc.assert(
    fc.property(anyTokens, (parts) => {
      const choice = choiceOfScore(scoreFrom(parts));
      expect(choice.text.toString()).toBe(parts.map(([text]) => text).join(''));
      expect([...choice.logprobs.view()]).toEqual(parts.map(([, logprob]) => logprob ?? Number.NaN));
      expect([...choice.ids.view()]).toEqual(parts.map((_, id) => id));
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreOf, type ScoredToken } from '#pages/playground/labs/score/score.ts';
import { linesOf, orderLines } from './lines.ts';
import { laneOfScore } from './prompt-lane.ts';

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

test('most surprising first leaves lines of which nothing counts for the end', () => {
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

test('every token is in one line, and the sums of the lines are the sum of the text', () => {
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

test('a scored text becomes a lane with the same text, ids and logprobs', () => {
  fc.assert(
    fc.property(anyTokens, (parts) => {
      const lane = laneOfScore(scoreFrom(parts), 7);
      expect(lane.text.toString()).toBe(parts.map(([text]) => text).join(''));
      expect([...lane.logprobs.view()]).toEqual(parts.map(([, logprob]) => logprob ?? Number.NaN));
      expect([...lane.ids.view()]).toEqual(parts.map((_, id) => id));
    }),
  );
});

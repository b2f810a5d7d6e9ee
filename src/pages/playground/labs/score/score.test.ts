import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreBehind, scoreOf, whyLeftOut, type ScoredToken } from './score.ts';

/** Tokens in a row with these texts and logprobs. */
function tokensOf(parts: readonly (readonly [text: string, logprob: number | null])[]): ScoredToken[] {
  let end = 0;
  return parts.map(([text, logprob], id) => {
    const start = end;
    end += text.length;
    return { text, start, end, id, logprob };
  });
}

test('what no probability has is counted apart and never in the sum', () => {
  const score = scoreOf(
    tokensOf([
      ['a', 0.7],
      ['b', null],
      ['c', Number.NEGATIVE_INFINITY],
      ['d', -1],
      ['e', -3],
    ]),
  );
  expect(score).toMatchObject({ sum: -4, mean: -2, count: 2, perplexity: Math.exp(2) });
  expect(score.leftOut).toEqual({ missing: 1, impossible: 1, positive: 1 });
});

test('a text of which nothing counts has no sum, rather than a sum of zero', () => {
  expect(scoreOf(tokensOf([['a', null]]))).toMatchObject({
    sum: null,
    mean: null,
    perplexity: null,
    count: 0,
  });
});

test('the part behind a border of tokens is whole; a token across the border is named', () => {
  const score = scoreOf(
    tokensOf([
      ['ab', -1],
      ['cd', -2],
      ['ef', -4],
    ]),
  );
  expect(scoreBehind(score, 2)).toMatchObject({ sum: -6, count: 2, straddling: null });
  expect(scoreBehind(score, 3)).toMatchObject({ sum: -4, count: 1, straddling: { text: 'cd' } });
});

test('the parts before and behind any border of tokens sum to the whole', () => {
  const parts = fc.array(
    fc.tuple(fc.string({ minLength: 1 }), fc.option(fc.double({ min: -50, max: 1, noNaN: true }))),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(parts, fc.nat(), (list, pick) => {
      const tokens = tokensOf(list);
      const border = pick % tokens.length;
      const behind = scoreBehind(scoreOf(tokens), tokens[border]?.start ?? 0);
      const before = scoreOf(tokens.slice(0, border));
      expect((before.sum ?? 0) + (behind.sum ?? 0)).toBeCloseTo(scoreOf(tokens).sum ?? 0, 6);
      expect(before.count + behind.count).toBe(
        tokens.filter(({ logprob }) => whyLeftOut(logprob) === null).length,
      );
    }),
  );
});

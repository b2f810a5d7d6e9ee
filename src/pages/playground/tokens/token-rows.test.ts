import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Choice } from '#run/choice.ts';
import { tokenRows } from './token-rows.ts';

function choiceOf(tokens: readonly { readonly text: string; readonly logprob: number | null }[]): Choice {
  const choice = new Choice(0);
  for (const { text, logprob } of tokens) {
    const token = { id: 1, text, logprob, special: false };
    choice.push({ index: 0, text, tokens: [token], finishReason: null }, 0);
  }
  return choice;
}

test('least likely first puts impossible tokens first, then by logprob, those without one last', () => {
  const logprobs = [-1, null, Number.NEGATIVE_INFINITY, 0.5, -3, 0, Number.NEGATIVE_INFINITY, -3];
  const choice = choiceOf(logprobs.map((logprob) => ({ text: 'x', logprob })));
  expect([...tokenRows(choice, 'surprise', '')]).toEqual([2, 6, 4, 7, 0, 5, 1, 3]);
});

test('every token is a row exactly once, whatever the order', () => {
  const token = fc.record({ text: fc.string(), logprob: fc.oneof(fc.double(), fc.constant(null)) });
  fc.assert(
    fc.property(fc.array(token), (tokens) => {
      const choice = choiceOf(tokens);
      const inOrder = [...tokenRows(choice, 'order', '')];
      expect(inOrder).toEqual(tokens.map((_, index) => index));
      expect([...tokenRows(choice, 'surprise', '')].toSorted((one, other) => one - other)).toEqual(inOrder);
    }),
  );
});

test('search finds part of a token in any case, in both orders', () => {
  const choice = choiceOf(
    [' The', ' fox', '\n\n', ' other'].map((text, index) => ({ text, logprob: -index })),
  );
  expect([...tokenRows(choice, 'order', 'the')]).toEqual([0, 3]);
  expect([...tokenRows(choice, 'surprise', 'the')]).toEqual([3, 0]);
  expect([...tokenRows(choice, 'order', '\n')]).toEqual([2]);
});

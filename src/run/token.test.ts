import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Choice } from './choice.ts';
import { tokenAt, tokenStart, continuedPrompt, prefixOf } from './token.ts';

function choiceOf(texts: readonly string[]): Choice {
  const choice = new Choice(0);
  const tokens = texts.map((text) => ({ id: 1, text, logprob: -1, special: false }));
  choice.push({ index: 0, text: texts.join(''), tokens, finishReason: null }, 0);
  return choice;
}

test('every character maps to the token that contains it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { minLength: 1 }), (texts) => {
      const choice = choiceOf(texts);
      texts.forEach((text, token) => {
        for (let within = 0; within < text.length; within += 1) {
          expect(tokenAt(choice, tokenStart(choice, token) + within)).toBe(token);
        }
      });
    }),
  );
});

test('a position before the text maps to its first token, after it to its last', () => {
  const choice = choiceOf(['', 'ab', '', 'c', '']);
  expect([tokenAt(choice, -5), tokenAt(choice, 0), tokenAt(choice, 3), tokenAt(choice, 99)]).toEqual([
    1, 1, 3, 3,
  ]);
});

test('a choice without text has no token at any position', () => {
  expect(tokenAt(new Choice(0), 0)).toBeNull();
});

function choiceWith(...texts: string[]): Choice {
  return echoChoiceOf('', ...texts);
}

function echoChoiceOf(echo: string, ...texts: string[]): Choice {
  const choice = new Choice(0, echo);
  for (const text of texts) choice.push({ index: 0, text, tokens: [], finishReason: null }, 0);
  return choice;
}

test('the text before a position is the prompt and the answer up to it', () => {
  const choice = choiceWith(' sky', ' is', ' blue');
  expect(prefixOf('The', choice, 7)).toEqual({ ok: true, prompt: 'The sky is' });
  expect(prefixOf('The', choice, 0)).toEqual({ ok: true, prompt: 'The' });
});

test('the prompt is included exactly once, echoed or not', () => {
  for (const texts of [
    ['The', ' sky', ' is'],
    ['Th', 'e sky is'],
    [' sky', ' is'],
  ]) {
    const choice = echoChoiceOf('The', ...texts);
    const end = choice.text.length;
    expect(prefixOf('The', choice, end - 3)).toEqual({ ok: true, prompt: 'The sky' });
    expect(continuedPrompt('The', choice, end)).toBe('The sky is');
  }
  expect(prefixOf('The', echoChoiceOf('The', 'The', ' sky'), 2)).toEqual({ ok: true, prompt: 'Th' });
});

test('a prompt never ends inside a character', () => {
  const choice = choiceWith('a\uD83E', '\uDD8A', '.');
  expect(prefixOf('', choice, 2)).toMatchObject({ ok: false });
  expect(prefixOf('', choice, 3)).toEqual({ ok: true, prompt: 'a🦊' });
  expect(continuedPrompt('', choice, 2)).toBe('a');
});

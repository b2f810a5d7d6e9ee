import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Choice } from './choice.ts';
import { tokenAt, tokenStart, continuedPrompt, prefixOf } from './token.ts';

function laneOf(texts: readonly string[]): Choice {
  const lane = new Choice(0);
  const tokens = texts.map((text) => ({ id: 1, text, logprob: -1, special: false }));
  lane.push({ index: 0, text: texts.join(''), tokens, finishReason: null }, 0);
  return lane;
}

test('every character is found in the token that brought it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { minLength: 1 }), (texts) => {
      const lane = laneOf(texts);
      texts.forEach((text, token) => {
        for (let within = 0; within < text.length; within += 1) {
          expect(tokenAt(lane, tokenStart(lane, token) + within)).toBe(token);
        }
      });
    }),
  );
});

test('before the text is its first token, behind it its last', () => {
  const lane = laneOf(['', 'ab', '', 'c', '']);
  expect([tokenAt(lane, -5), tokenAt(lane, 0), tokenAt(lane, 3), tokenAt(lane, 99)]).toEqual([1, 1, 3, 3]);
});

test('a lane without text has no token anywhere', () => {
  expect(tokenAt(new Choice(0), 0)).toBeNull();
});

function choiceWith(...texts: string[]): Choice {
  return echoLaneOf('', ...texts);
}

function echoLaneOf(echo: string, ...texts: string[]): Choice {
  const lane = new Choice(0, echo);
  for (const text of texts) lane.push({ index: 0, text, tokens: [], finishReason: null }, 0);
  return lane;
}

test('the prompt and the answer up to a place lead there', () => {
  const lane = choiceWith(' sky', ' is', ' blue');
  expect(prefixOf('The', lane, 7)).toEqual({ ok: true, prompt: 'The sky is' });
  expect(prefixOf('The', lane, 0)).toEqual({ ok: true, prompt: 'The' });
});

test('an echoed prompt is not there twice, and one that was not echoed is not left out', () => {
  for (const texts of [
    ['The', ' sky', ' is'],
    ['Th', 'e sky is'],
    [' sky', ' is'],
  ]) {
    const lane = echoLaneOf('The', ...texts);
    const end = lane.text.length;
    expect(prefixOf('The', lane, end - 3)).toEqual({ ok: true, prompt: 'The sky' });
    expect(continuedPrompt('The', lane, end)).toBe('The sky is');
  }
  expect(prefixOf('The', echoLaneOf('The', 'The', ' sky'), 2)).toEqual({ ok: true, prompt: 'Th' });
});

test('no prompt ends in half of a character', () => {
  const lane = choiceWith('a\uD83E', '\uDD8A', '.');
  expect(prefixOf('', lane, 2)).toMatchObject({ ok: false });
  expect(prefixOf('', lane, 3)).toEqual({ ok: true, prompt: 'a🦊' });
  expect(continuedPrompt('', lane, 2)).toBe('a');
});

import { expect, test } from 'vitest';
import { Choice } from '#run/choice.ts';
import { tokenAfterKey } from './use-token-focus.ts';

function choiceOf(logprobs: readonly number[]): Choice {
  const choice = new Choice(0);
  for (const logprob of logprobs) {
    const token = { id: 1, text: 'x', logprob, special: false };
    choice.push({ index: 0, text: 'x', tokens: [token], finishReason: null }, 0);
  }
  return choice;
}

const choice = choiceOf(Array.from({ length: 120 }, (_, token) => -1 - ((token * 7) % 120)));

test.each([
  ['ArrowRight', null, 0],
  ['ArrowRight', 119, 119],
  ['ArrowLeft', null, 119],
  ['ArrowLeft', 0, 0],
  ['PageDown', 100, 119],
  ['PageUp', 60, 10],
  ['Home', 60, 0],
  ['End', null, 119],
])('%s from %j moves to %d', (key, cursor, next) => {
  expect(tokenAfterKey(key, cursor, choice, false)).toBe(next);
});

test('l moves to the least likely token, again to the next, L back', () => {
  const first = tokenAfterKey('l', 60, choice, false);
  expect(tokenAfterKey('l', null, choice, false)).toBe(first);
  const second = tokenAfterKey('l', first, choice, true);
  expect([first, second].map((token) => choice.logprobs.at(token ?? -1))).toEqual([-120, -119]);
  expect(tokenAfterKey('L', second, choice, true)).toBe(first);
  expect(tokenAfterKey('L', first, choice, true)).toBeNull();
  expect(tokenAfterKey('L', 60, choice, false)).toBeNull();
});

test('other keys, and keys in an empty answer, do nothing', () => {
  expect(tokenAfterKey('x', 3, choice, false)).toBeNull();
  expect(tokenAfterKey('Home', null, new Choice(0), false)).toBeNull();
});

import { expect, test } from 'vitest';
import { Choice } from '#run/choice.ts';
import { tokenAfterKey } from './use-token-focus.ts';

function laneOf(logprobs: readonly number[]): Choice {
  const lane = new Choice(0);
  for (const logprob of logprobs) {
    const token = { id: 1, text: 'x', logprob, special: false };
    lane.push({ index: 0, text: 'x', tokens: [token], finishReason: null }, 0);
  }
  return lane;
}

const lane = laneOf(Array.from({ length: 120 }, (_, token) => -1 - ((token * 7) % 120)));

test.each([
  ['ArrowRight', null, 0],
  ['ArrowRight', 119, 119],
  ['ArrowLeft', null, 119],
  ['ArrowLeft', 0, 0],
  ['PageDown', 100, 119],
  ['PageUp', 60, 10],
  ['Home', 60, 0],
  ['End', null, 119],
])('%s from %j leads to %d', (key, cursor, next) => {
  expect(tokenAfterKey(key, cursor, lane, false)).toBe(next);
});

test('l leads to the least likely from anywhere, again to the next, L back', () => {
  const first = tokenAfterKey('l', 60, lane, false);
  expect(tokenAfterKey('l', null, lane, false)).toBe(first);
  const second = tokenAfterKey('l', first, lane, true);
  expect([first, second].map((token) => lane.logprobs.at(token ?? -1))).toEqual([-120, -119]);
  expect(tokenAfterKey('L', second, lane, true)).toBe(first);
  expect(tokenAfterKey('L', first, lane, true)).toBeNull();
  expect(tokenAfterKey('L', 60, lane, false)).toBeNull();
});

test('other keys, and keys at an empty answer, lead nowhere', () => {
  expect(tokenAfterKey('x', 3, lane, false)).toBeNull();
  expect(tokenAfterKey('Home', null, new Choice(0), false)).toBeNull();
});

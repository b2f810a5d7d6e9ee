import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lane } from '#pages/playground/lane.ts';
import { tokenAt, tokenStart } from './locate.ts';

function laneOf(texts: readonly string[]): Lane {
  const lane = new Lane(0);
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
  expect(tokenAt(new Lane(0), 0)).toBeNull();
});

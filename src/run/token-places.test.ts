import { expect, test } from 'vitest';
import { placesOf } from './token-places.ts';

function textsOf(text: string, tokens: readonly string[]) {
  return placesOf(text, tokens)?.map((place) => place && text.slice(place.from, place.to));
}

test('tokens that spell the text have it', () => {
  expect(textsOf('ab c', ['ab', '', ' c'])).toEqual(['ab', '', ' c']);
});

test('added tokens have no place, at the start or the end', () => {
  expect(textsOf('ab', ['<s>', 'ab', '</s>'])).toEqual([null, 'ab', null]);
});

test('the last part of a character gets it, also where the next one follows or the text ends', () => {
  expect(textsOf('好吗 x', ['\uFFFD', '\uFFFD', '吗', ' x'])).toEqual(['', '好', '吗', ' x']);
  const foxes = ['\uFFFD', '\uFFFD', '\uFFFD', '\uFFFD', ' ', '\uFFFD', '\uFFFD'];
  expect(textsOf('🦊🦊 🦊', foxes)).toEqual(['', '', '', '🦊🦊', ' ', '', '🦊']);
});

test('another spelling of the same length keeps its lengths, and another text has no places', () => {
  expect(textsOf(' ab cd.', ['▁ab', '▁cd', '.'])).toEqual([' ab', ' cd', '.']);
  expect(placesOf('a long text', ['x', 'y'])).toBeNull();
});

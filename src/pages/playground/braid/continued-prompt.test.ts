import { expect, test } from 'vitest';
import { Lane } from '#pages/playground/lane.ts';
import { continuedPrompt } from './continued-prompt.ts';

function laneOf(text: string): Lane {
  const lane = new Lane(0);
  lane.push({ index: 0, text, tokens: [], finishReason: null }, 0);
  return lane;
}

test('a prompt goes on with the answer, up to the place', () => {
  expect(continuedPrompt('Once', 0, laneOf(' upon a time'), 12)).toBe('Once upon a time');
  expect(continuedPrompt('Once', 0, laneOf(' upon a time'), 5)).toBe('Once upon');
});

test('an echoed prompt is there once', () => {
  expect(continuedPrompt('Once', 4, laneOf('Once upon'), 9)).toBe('Once upon');
  expect(continuedPrompt('Once', 4, laneOf('Once upon'), 2)).toBe('On');
});

test('half of a character at the end is left out', () => {
  expect(continuedPrompt('Once', 0, laneOf(' a 🦊'), 4)).toBe('Once a ');
});

import { expect, test } from 'vitest';
import { Lane } from '#pages/playground/lane.ts';
import { prefixOf } from './prefix.ts';

function laneOf(...texts: string[]): Lane {
  const lane = new Lane(0);
  for (const text of texts) lane.push({ index: 0, text, tokens: [], finishReason: null }, 0);
  return lane;
}

test('the prompt and the answer up to a place lead there', () => {
  const lane = laneOf(' sky', ' is', ' blue');
  expect(prefixOf({ prompt: 'The' }, lane, 7)).toEqual({ ok: true, prompt: 'The sky is' });
  expect(prefixOf({ prompt: 'The' }, lane, 0)).toEqual({ ok: true, prompt: 'The' });
});

test('an echoed prompt is not there twice, and one that was not echoed is not left out', () => {
  const request = { prompt: 'The', echo: true };
  expect(prefixOf(request, laneOf('The', ' sky', ' is'), 7)).toEqual({ ok: true, prompt: 'The sky' });
  expect(prefixOf(request, laneOf(' sky', ' is'), 4)).toEqual({ ok: true, prompt: 'The sky' });
});

test('no prompt ends in half of a character', () => {
  const lane = laneOf('a\uD83E', '\uDD8A', '.');
  expect(prefixOf({ prompt: '' }, lane, 2)).toMatchObject({ ok: false });
  expect(prefixOf({ prompt: '' }, lane, 3)).toEqual({ ok: true, prompt: 'a🦊' });
});

import { expect, test } from 'vitest';
import { Lane } from '#pages/playground/lane.ts';
import { continuedPrompt, prefixOf } from './prefix.ts';

function laneOf(...texts: string[]): Lane {
  return echoLaneOf('', ...texts);
}

function echoLaneOf(echo: string, ...texts: string[]): Lane {
  const lane = new Lane(0, echo);
  for (const text of texts) lane.push({ index: 0, text, tokens: [], finishReason: null }, 0);
  return lane;
}

test('the prompt and the answer up to a place lead there', () => {
  const lane = laneOf(' sky', ' is', ' blue');
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
  const lane = laneOf('a\uD83E', '\uDD8A', '.');
  expect(prefixOf('', lane, 2)).toMatchObject({ ok: false });
  expect(prefixOf('', lane, 3)).toEqual({ ok: true, prompt: 'a🦊' });
  expect(continuedPrompt('', lane, 2)).toBe('a');
});

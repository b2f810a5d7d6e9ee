import { expect, test } from 'vitest';
import { Recording } from './recording.ts';
import { learnedTokens } from './token-names.ts';

function recordingOf(tokens: readonly { id: number | null; text: string; special?: boolean }[]): Recording {
  const recording = new Recording({ prompt: '' });
  tokens.forEach(({ id, text, special = false }, index) => {
    const token = { id, text, logprob: -1, special };
    const piece = { index: index % 2, text: special ? '' : text, tokens: [token], finishReason: null };
    recording.append({ id: 'x', pieces: [piece], prompt: null, usage: null, seed: null }, index);
  });
  return recording;
}

test('every token id of every choice maps to its text, special ones to their own', () => {
  const recording = recordingOf([
    { id: 5, text: ' sky' },
    { id: 7, text: '\n' },
    { id: 5, text: ' sky' },
    { id: 2, text: '</s>', special: true },
  ]);
  expect([...learnedTokens(recording)]).toEqual([
    ['5', ' sky'],
    ['7', '\n'],
    ['2', '</s>'],
  ]);
});

test('a token is not learned by a text that begins with those before it', () => {
  const recording = new Recording({ prompt: '' });
  const texts = [' a', '', ' was a', ' fox', '', '', '🦊', ' a'];
  texts.forEach((text, id) => {
    const tokens = [{ id, text, logprob: -1, special: false }];
    recording.append(
      {
        id: 'x',
        pieces: [{ index: 0, text, tokens, finishReason: null }],
        prompt: null,
        usage: null,
        seed: null,
      },
      id,
    );
  });
  expect([...learnedTokens(recording).values()]).toEqual([' a', ' fox', ' a']);
});

test('the last token before a stop sequence is not learned, which may have cut it', () => {
  const recording = new Recording({ prompt: '' });
  const pieces = [' a', ' ti'].map((text, id) => ({
    index: 0,
    text,
    tokens: [{ id, text, logprob: -1, special: false }],
    finishReason: id === 1 ? 'stop' : null,
  }));
  recording.append({ id: 'x', pieces, prompt: null, usage: null, seed: null }, 0);
  expect([...learnedTokens(recording).values()]).toEqual([' a']);
});

test('a token without an exact id or without text is not learned', () => {
  const recording = recordingOf([
    { id: null, text: 'a' },
    { id: 3, text: '' },
    { id: 2 ** 53, text: 'b' },
  ]);
  expect(learnedTokens(recording).size).toBe(0);
});

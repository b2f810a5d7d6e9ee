import { expect, test } from 'vitest';
import { readEvent } from '#run/recording-file.ts';
import { Recording } from '#run/recording.ts';
import { readSentToken } from './sent-token.ts';

/** @param events with their arrival times */
function recordingOf(events: readonly (readonly [number, object | string])[], n = 1): Recording {
  const recording = new Recording({ prompt: '' });
  for (const [atMs, event] of events) {
    const read = readEvent(typeof event === 'string' ? event : JSON.stringify(event), n);
    if (read) recording.receive(read, atMs);
  }
  return recording;
}

function chunk(index: number, id: number, text: string) {
  return { id: 'x', token: { id, text, logprob: -1, special: false }, choices: [{ index, text }] };
}

test('every token of every choice is found, even among those from one read', () => {
  const events = [
    [5, chunk(0, 10, 'a')],
    [5, chunk(1, 20, 'b')],
    [5, chunk(0, 11, 'c')],
    [9, chunk(1, 21, 'd')],
    [9, chunk(1, 22, 'e')],
  ] as const;
  const recording = recordingOf(events, 2);
  const ids = [0, 1].map((index) => {
    const choice = recording.choices.get(index);
    if (choice === undefined) return [];
    return Array.from(
      { length: choice.tokenCount },
      (_, token) => readSentToken(recording, choice, token, 2)?.id,
    );
  });
  expect(ids).toEqual([
    [10, 11],
    [20, 21, 22],
  ]);
});

test('alternatives and long ids are kept as sent', () => {
  const logprobs = {
    tokens: ['He', 'y'],
    token_logprobs: [-1, -2],
    top_logprobs: [null, { y: -2, llo: -0.1 }],
  };
  const recording = recordingOf([
    [1, { id: 'c', choices: [{ index: 0, text: 'Hey', logprobs }] }],
    [2, JSON.stringify(chunk(0, 464, 'a')).replace('464', '9007199254740993')],
  ]);
  const choice = recording.choices.get(0);
  expect(choice && readSentToken(recording, choice, 0, 1)?.top).toBeUndefined();
  expect(choice && readSentToken(recording, choice, 1, 1)?.top).toEqual([
    { text: 'y', logprob: -2 },
    { text: 'llo', logprob: -0.1 },
  ]);
  expect(choice && readSentToken(recording, choice, 2, 1)?.exactId).toBe('9007199254740993');
});

test('text without token data counts as one token without details', () => {
  const recording = recordingOf([
    [1, { id: 'c', choices: [{ index: 0, text: 'two words' }] }],
    [1, chunk(0, 7, 'x')],
  ]);
  const choice = recording.choices.get(0);
  expect(choice && readSentToken(recording, choice, 0, 1)).toBeNull();
  expect(choice && readSentToken(recording, choice, 1, 1)?.id).toBe(7);
});

import { expect, test } from 'vitest';
import { Lane } from '#pages/playground/lane.ts';
import { laneLines } from './lane-lines.ts';

test('each choice is one line of JSON, by index, whatever its text holds', () => {
  const lanes = [1, 0].map((index) => new Lane(index));
  const token = { id: 7, text: 'a\n"', logprob: -2, special: false };
  lanes[0]?.push({ index: 1, text: 'a\n"', tokens: [token], finishReason: 'stop' }, 0);
  const lines = laneLines(lanes).split('\n');
  expect(lines.pop()).toBe('');
  expect(JSON.parse(`[${lines.join(',')}]`)).toEqual([
    {
      index: 0,
      text: '',
      finish_reason: null,
      tokens: 0,
      mean_logprob: null,
      perplexity: null,
      token_ids: [],
    },
    {
      index: 1,
      text: 'a\n"',
      finish_reason: 'stop',
      tokens: 1,
      mean_logprob: -2,
      perplexity: Math.exp(2),
      token_ids: [7],
    },
  ]);
});

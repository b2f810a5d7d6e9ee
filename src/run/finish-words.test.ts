import { expect, test } from 'vitest';
import { describeFinishes, listFinishes } from './finish-words.ts';

test('known finish reasons are put into words, others shown as sent', () => {
  const counts = new Map([
    ['length', 3],
    ['eos', 1],
    ['tool_calls', 2],
    ['eos_token', 4],
  ]);
  expect(listFinishes(counts)).toBe('3 length, 1 eos, 2 tool_calls, 4 eos_token');
  expect(describeFinishes(counts, true)).toBe(
    '3 at the length limit, 1 at the end of text, 2 tool_calls, 4 at the end of text',
  );
});

test('a stop without stop sequences in the request is the end of the text', () => {
  const counts = [['stop', 2]] as const;
  expect(describeFinishes(counts, true)).toBe('2 at a stop sequence');
  expect(describeFinishes(counts, false)).toBe('2 at the end of text');
});

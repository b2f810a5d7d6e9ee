import { expect, test } from 'vitest';
import { strikeKey, strikeKeyAtCut } from './key-guard.ts';

const KEY = 'sk-0123456789abcdef';

function strike(text: string, key: string | null = KEY): string {
  return strikeKey(Buffer.from(text), key).toString();
}

test('the key is struck wherever it stands, and nothing else', () => {
  expect(strike(`${KEY} and ${KEY}${KEY}.`)).toBe('[access key] and [access key][access key].');
  expect(strike('Ünïcödé without it')).toBe('Ünïcödé without it');
  expect(strike('')).toBe('');
});

test('without a key, or with one that could be a word, nothing is struck', () => {
  expect(strike('the EMPTY cup', null)).toBe('the EMPTY cup');
  expect(strike('the EMPTY cup', 'EMPTY')).toBe('the EMPTY cup');
});

test('where bytes were cut off, a beginning of the key goes, too', () => {
  const cut = (text: string) => strikeKeyAtCut(Buffer.from(text), KEY).toString();
  for (let length = 1; length < KEY.length; length += 1)
    expect(cut(`key: ${KEY.slice(0, length)}`)).toBe('key: ');
  expect(cut(`${KEY} and sk-9`)).toBe('[access key] and sk-9');
  expect(cut('')).toBe('');
});

import { expect, test } from 'vitest';
import { redactKey, redactKeyAtCut } from './redact-key.ts';

const KEY = 'sk-0123456789abcdef';

function strike(text: string, key: string | null = KEY): string {
  return redactKey(Buffer.from(text), key).toString();
}

function cut(text: string, key: string | null = KEY): string {
  return redactKeyAtCut(Buffer.from(text), key).toString();
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

test('a key of eight letters is a secret, one of seven is not', () => {
  expect(strike('an eight12 here', 'eight12')).toBe('an eight12 here');
  expect(strike('an eight123 here', 'eight123')).toBe('an [access key] here');
  expect(cut('an eight1', 'eight12')).toBe('an eight1');
  expect(cut('an eight1', 'eight123')).toBe('an ');
  expect(cut('an eight1', null)).toBe('an eight1');
});

test('where bytes were cut off, a beginning of the key goes, too', () => {
  for (let length = 1; length < KEY.length; length += 1)
    expect(cut(`key: ${KEY.slice(0, length)}`)).toBe('key: ');
  expect(cut(`${KEY} and sk-9`)).toBe('[access key] and sk-9');
  expect(cut('')).toBe('');
  expect(cut(KEY.slice(0, 5))).toBe('');
  expect(cut(KEY)).toBe('[access key]');
  expect(cut(`${KEY.slice(0, 5)}.`)).toBe(`${KEY.slice(0, 5)}.`);
});

import { expect, test } from 'vitest';
import { findTokens, tokenOptions } from './token-options.ts';

const tokens = new Map([
  ['541', ' named'],
  ['9', 'rivers'],
  ['12', ' river'],
  ['3', '\n'],
  ['7', 'river'],
  ['20', 'River'],
]);

const found = (query: string) =>
  findTokens(tokenOptions(tokens), query).groups.flatMap(({ options }) => options.map(({ value }) => value));

test('a typed word ranks above words that contain it', () => {
  expect(found('river')).toEqual(['7', '12', '9', '20']);
});

test('a typed space is part of the token, an exact match comes first, and an id finds its token', () => {
  expect(found(' river')).toEqual(['12']);
  expect(found('River')).toEqual(['20', '7', '12', '9']);
  expect(found(String.raw`\n`)).toEqual(['3']);
  expect(found('541')).toEqual(['541']);
});

test('the list says how many tokens are known, and shows invisible characters', () => {
  const [group] = tokenOptions(tokens);
  expect(group?.label).toBe('6 tokens seen so far');
  expect(group?.options[0]).toEqual({ value: '3', label: '⏎', detail: 'id 3' });
});

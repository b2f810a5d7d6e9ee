import { expect, test } from 'vitest';
import { narrow } from '#ui/picker-options.ts';
import { tokenOptions } from './token-options.ts';

const tokens = new Map([
  ['541', ' named'],
  ['9', 'rivers'],
  ['12', ' river'],
  ['3', '\n'],
  ['7', 'river'],
]);

test('a typed word finds itself before the words that hold it', () => {
  const { groups } = narrow(tokenOptions(tokens), 'river');
  expect(groups.flatMap(({ options }) => options.map(({ value }) => value))).toEqual(['7', '12', '9']);
});

test('the list says how many tokens it was learned from, and shows what cannot be seen', () => {
  const [group] = tokenOptions(tokens);
  expect(group?.label).toBe('Learned from 5 tokens');
  expect(group?.options[0]).toEqual({ value: '3', label: '⏎', detail: 'id 3' });
});

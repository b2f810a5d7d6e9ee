import { expect, test } from 'vitest';
import { unnamedFields } from './ModelPanel.tsx';
import { shortContext } from './columns.tsx';

test.each([
  [131_072, '128K'],
  [163_839, null],
  [202_752, '198K'],
  [1_048_576, '1M'],
  [512, null],
  [128_000, '125K'],
  [0, null],
  [1e12, null],
])('a context of %d tokens is short as %s', (tokens, short) => {
  expect(shortContext(tokens)).toBe(short);
});

test('undocumented fields and prices are all listed', () => {
  const raw = { id: 'm', running: true, pricing: { input: 1, cached: 0.1 }, config: { stop: ['</s>'] } };
  expect(unnamedFields(raw)).toEqual([
    ['running', true],
    ['config', { stop: ['</s>'] }],
    ['pricing.cached', 0.1],
  ]);
  expect(unnamedFields('no record')).toEqual([]);
});

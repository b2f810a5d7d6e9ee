import { expect, test } from 'vitest';
import { steppedPath, unnamedFields } from './ModelPanel.tsx';
import { shortContext } from './columns.tsx';

test.each([
  [131_072, '128K'],
  [163_839, null],
  [202_752, '198K'],
  [1_048_576, '1M'],
  [512, null],
  [128_000, '125K'],
  [0, null],
])('a context of %d tokens is short as %s', (tokens, short) => {
  expect(shortContext(tokens)).toBe(short);
});

test('a price holds until it changes, so the line has steps and fills its width', () => {
  const points = [
    { atMs: 0, value: 1 },
    { atMs: 50, value: 3 },
    { atMs: 100, value: 3 },
  ];
  expect(steppedPath(points, 210, 20)).toBe('M0 18H100V2H200V2H210');
  expect(steppedPath(points.slice(0, 1), 200, 20)).toBe('M0 10H200');
  expect(steppedPath([], 200, 20)).toBe('');
});

test('fields and prices that the interface does not name are all listed', () => {
  const raw = { id: 'm', running: true, pricing: { input: 1, cached: 0.1 }, config: { stop: ['</s>'] } };
  expect(unnamedFields(raw)).toEqual([
    ['running', true],
    ['config', { stop: ['</s>'] }],
    ['pricing.cached', 0.1],
  ]);
  expect(unnamedFields('no record')).toEqual([]);
});

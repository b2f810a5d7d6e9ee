import { expect, test } from 'vitest';
import { biasOf, withBias } from './bias-lines.ts';

const lines = [
  { token: '541', bias: '-1' },
  { token: ' 9 ', bias: '2' },
];

test('a token gets one line, and keeps its place when its bias changes', () => {
  expect(withBias(lines, '7', '-100')).toEqual([...lines, { token: '7', bias: '-100' }]);
  expect(withBias(lines, '541', '-100').map(({ bias }) => bias)).toEqual(['-100', '2']);
  expect(withBias(lines, '9', '5')[1]).toEqual({ token: '9', bias: '5' });
});

test('adding and removing a bias leaves no trace', () => {
  const set = withBias(lines, '7', '1');
  expect(biasOf(set, '7')).toBe('1');
  expect(withBias(set, '7', null)).toEqual(lines);
  expect(biasOf(lines, '7')).toBeNull();
});

import { expect, test } from 'vitest';
import { ago, secondsWord } from './age.ts';

test('an age is coarse, and a clock that runs behind is no negative age', () => {
  const ages = [-9_000, 4_999, 14_000, 150_000, 3 * 3_600_000, 60 * 3_600_000];
  expect(ages.map((ms) => ago(0, ms))).toEqual([
    'just now',
    'just now',
    '14 s ago',
    '2 min ago',
    '3 h ago',
    '2 days ago',
  ]);
});

test('a countdown ends at zero', () => {
  expect([30_200, 245_000, -1].map(secondsWord)).toEqual(['31 s', '4 min 05 s', '0 s']);
});

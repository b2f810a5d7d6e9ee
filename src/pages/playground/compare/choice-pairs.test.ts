import { expect, test } from 'vitest';
import { pairChoices } from './choice-pairs.ts';

const one = new Map([[0, 'a']]);
const several = new Map([
  [2, 'z'],
  [0, 'x'],
  [1, 'y'],
]);

test('every choice is compared with the same one, or with the first where there is none', () => {
  expect(pairChoices(several, several)).toEqual([
    { index: 0, against: 0, first: 'x', second: 'x' },
    { index: 1, against: 1, first: 'y', second: 'y' },
    { index: 2, against: 2, first: 'z', second: 'z' },
  ]);
  expect(pairChoices(one, several)).toMatchObject([
    { index: 0, against: 0, first: 'a' },
    { index: 1, against: 0, first: 'a' },
    { index: 2, against: 0, first: 'a' },
  ]);
  expect(pairChoices(several, one)).toEqual([{ index: 0, against: 0, first: 'x', second: 'a' }]);
});

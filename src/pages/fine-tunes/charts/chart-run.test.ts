import { expect, test } from 'vitest';
import { shortNamesOf } from './chart-run.ts';

test('a code that ends a name is left out unless it alone tells two runs apart, and settings stay whole', () => {
  expect(
    shortNamesOf([
      'inferdeck/tale-1m-long-53e8829b · lr 0.001 · epochs 8 · batch 4 · seed 1',
      'inferdeck/tale-1m-overfit-a6a0d4c1 · lr 0.003 · epochs 40 · batch max · seed 1',
    ]),
  ).toEqual([
    'long · lr 0.001 · epochs 8 · batch 4 · seed 1',
    'overfit · lr 0.003 · epochs 40 · batch max · seed 1',
  ]);
  expect(shortNamesOf(['a/b-53e8829b', 'a/b-a6a0d4c1'])).toEqual(['53e8829b', 'a6a0d4c1']);
  expect(shortNamesOf(['a/stop-87248281', 'a/nightly-774935a8'])).toEqual(['stop', 'nightly']);
  expect(shortNamesOf(['run-20261127', 'other-20261128'])).toEqual(['run-20261127', 'other-20261128']);
});

test('names are not cut within a number', () => {
  expect(shortNamesOf(['a/rate-lr0.001', 'a/rate-lr0.0005'])).toEqual(['lr0.001', 'lr0.0005']);
  expect(shortNamesOf(['a/lr1e-4', 'a/lr1e-5'])).toEqual(['lr1e-4', 'lr1e-5']);
  expect(shortNamesOf(['a/b.one', 'a/b.two'])).toEqual(['one', 'two']);
});

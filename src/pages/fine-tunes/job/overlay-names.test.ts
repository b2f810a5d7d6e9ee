import { expect, test } from 'vitest';
import { overlayNames } from './overlay-names.ts';

const run = {
  model_output_name: 'acme/sweep-1',
  learning_rate: 0.0005,
  n_epochs: 2,
  batch_size: 'max',
  seed: 1,
};

test('runs of a sweep are named with the settings in which they differ', () => {
  const other = { ...run, id: 'b', model_output_name: 'acme/sweep-2', seed: 2 };
  expect(overlayNames([{ ...run, id: 'a' }, other])).toEqual([
    'acme/sweep-1 · seed 1',
    'acme/sweep-2 · seed 2',
  ]);
  expect(
    overlayNames([
      { ...run, id: 'a' },
      { ...other, learning_rate: 1e-4, batch_size: 8 },
    ]),
  ).toEqual(['acme/sweep-1 · lr 0.0005 · batch max · seed 1', 'acme/sweep-2 · lr 0.0001 · batch 8 · seed 2']);
});

test('a setting that is the same in all, or unknown in one, is left out', () => {
  expect(overlayNames([{ ...run, id: 'a' }])).toEqual(['acme/sweep-1']);
  expect(
    overlayNames([
      { ...run, id: 'a' },
      { ...run, id: 'b' },
    ]),
  ).toEqual(['acme/sweep-1', 'acme/sweep-1']);
  expect(
    overlayNames([
      { ...run, id: 'a' },
      { id: 'b', model_output_name: 'acme/other' },
    ]),
  ).toEqual(['acme/sweep-1', 'acme/other']);
});

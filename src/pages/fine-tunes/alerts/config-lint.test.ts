import { expect, test } from 'vitest';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { lintConfig } from './config-lint.ts';

const sane: FineTune = {
  id: 'x',
  training_file: 'a',
  validation_file: 'b',
  trainingfile_numlines: 1_000,
  n_epochs: 3,
  n_evals: 10,
  n_checkpoints: 3,
  batch_size: 8,
  learning_rate: 1e-4,
  warmup_ratio: 0.05,
  lr_scheduler: { lr_scheduler_type: 'cosine', lr_scheduler_args: { min_lr_ratio: 0.1 } },
};

test('a sane job has no notes, and neither does one without known parameters', () => {
  expect(lintConfig(sane, 375)).toEqual([]);
  expect(lintConfig({ id: 'x' }, null)).toEqual([]);
});

test.each<[Partial<FineTune>, number, string]>([
  [{ n_evals: 0 }, 375, 'A validation file is set, but n_evals is 0, so it is never used.'],
  [{ validation_file: '' }, 375, 'n_evals is 10, but there is no validation file to evaluate on.'],
  [
    { validation_file: 'a' },
    375,
    'It is the training file, so the evaluation loss says nothing about other texts.',
  ],
  [{ n_evals: 400 }, 375, 'n_evals is 400, more than the 375 steps: at most one evaluation a step.'],
  [
    { eval_steps: 500 },
    375,
    'An evaluation comes every 500 steps, but the training has 375, so none will run.',
  ],
  [{ warmup_ratio: 0.02 }, 24, 'The warm-up is 0.02 of 24 steps, which is 0.48, less than one step.'],
  [
    { warmup_ratio: 0.6 },
    375,
    'The learning rate rises over 60 % of the training, so most of it is warm-up.',
  ],
  [{ n_checkpoints: 500 }, 375, '500 checkpoints are requested, but the training has 375 steps.'],
  [{ batch_size: 2_000 }, 375, 'A batch of 2,000 is larger than the training file, which has 1,000 lines.'],
  [{ learning_rate: 0 }, 375, 'The learning rate is 0: nothing will be learned, or it is not set.'],
  [
    { learning_rate: 0.5 },
    375,
    'The learning rate 0.5 is above 0.01, where language models usually diverge.',
  ],
  [{ n_epochs: 50 }, 375, 'Every line is seen 50 times; watch the evaluations for overfitting.'],
  [
    { lr_scheduler: { lr_scheduler_args: { min_lr_ratio: 1 } } },
    375,
    'min_lr_ratio is 1: the learning rate does not decay.',
  ],
  [
    { lr_scheduler: { lr_scheduler_args: { min_lr_ratio: 2 } } },
    375,
    'min_lr_ratio is 2: the learning rate does not decay, it rises.',
  ],
])('%o over %i steps', (change, total, words) => {
  expect(lintConfig({ ...sane, ...change }, total).map((note) => note.words)).toEqual([words]);
});

test('a training of few steps is noted', () => {
  const notes = lintConfig({ ...sane, n_evals: 1, warmup_ratio: 0, n_checkpoints: 1 }, 1);
  expect(notes.map(({ words }) => words)).toEqual([
    'The whole training has 1 step; curves this short say little.',
  ]);
});

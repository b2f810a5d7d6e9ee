import { expect, test } from 'vitest';
import { findContradictions } from './contradictions.ts';
import { curvesOf, factsOf } from '#pages/fine-tunes/testing/facts.ts';

const wordsOf = (...facts: Parameters<typeof factsOf>) =>
  findContradictions(factsOf(...facts)).map(({ words }) => words);
const idsOf = (...facts: Parameters<typeof factsOf>) =>
  findContradictions(factsOf(...facts)).map(({ id }) => id);

test('a completed job must have run as many steps as requested', () => {
  const events = [{ step: 8, total_steps: 10 }];
  const record = { status: 'completed', n_checkpoints: 3, n_epochs: 2, epochs_completed: 1, n_evals: 2 };
  const rest = {
    events,
    checkpoints: [{ step: 4 }, { step: 4 }],
    curves: curvesOf({ 'eval loss': [[5, 1]] }),
  };
  expect(wordsOf(record, rest)).toEqual([
    'It is completed, but the last reported step is 8 of 10.',
    '3 checkpoints were requested, 1 is there.',
    'It is completed, but 1 of 2 epochs are.',
    '2 evaluations were requested, 1 reported.',
  ]);
  expect(idsOf({ ...record, status: 'running' }, rest)).toEqual([]);
  expect(idsOf({ ...record, early_stopped: true, n_checkpoints: 0, n_evals: 0 }, rest)).toEqual([]);
});

test('one job and one checkpoint are in the singular', () => {
  expect(wordsOf({ status: 'completed', n_checkpoints: 1 }, { checkpoints: [] })).toEqual([
    '1 checkpoint was requested, 0 are there.',
  ]);
  expect(wordsOf({ status: 'running', queue_depth: 1 })).toEqual([
    'Its status is running, but 1 job is reported ahead of it.',
  ]);
});

test('a short training has at most one checkpoint and one evaluation per step', () => {
  const record = { status: 'completed', n_checkpoints: 5, n_evals: 10 };
  const rest = {
    events: [{ step: 2, total_steps: 2 }],
    checkpoints: [{ step: 1 }, { step: 2 }],
    curves: curvesOf({
      'eval loss': [
        [1, 2],
        [2, 1],
      ],
    }),
  };
  expect(idsOf(record, rest)).toEqual([]);
  expect(idsOf(record, { ...rest, checkpoints: [{ step: 2 }] })).toEqual(['checkpoints']);
});

test('checkpoints whose steps are only in their types are counted one by one', () => {
  const checkpoints = [4, 8].map((step) => ({ step: 0, checkpoint_type: `Intermediate (step ${step})` }));
  expect(idsOf({ status: 'completed', n_checkpoints: 2 }, { checkpoints })).toEqual([]);
  expect(idsOf({ status: 'completed', n_checkpoints: 3 }, { checkpoints })).toEqual(['checkpoints']);
});

test('one that stopped early has fewer checkpoints and evaluations', () => {
  const record = { status: 'completed', early_stopped: true, n_checkpoints: 5, n_evals: 10 };
  const rest = { checkpoints: [{ step: 40 }], curves: curvesOf({ 'eval loss': [[40, 1]] }) };
  expect(idsOf(record, rest)).toEqual([]);
});

test('evaluations before a restart count, too, and those done again once', () => {
  const steps = [10, 20, 30, 40, 50, 60, 70, 80, 70, 80, 90, 100];
  const curves = curvesOf({ 'eval loss': steps.map((step) => [step, 1] as const) });
  expect(curves.curves.get('eval loss')).toHaveLength(2);
  expect(idsOf({ status: 'completed', n_evals: 10 }, { curves })).toEqual([]);
  expect(idsOf({ status: 'completed', n_evals: 11 }, { curves })).toEqual(['evaluations']);
});

test('unknown values contradict nothing', () => {
  expect(idsOf({ status: 'completed', n_checkpoints: 3, n_evals: 4 })).toEqual([]);
  expect(idsOf({ status: 'invented', queue_depth: 3 })).toEqual([]);
});

test('more steps than there are, a queue before a running job, times and events that do not fit', () => {
  expect(idsOf({ status: 'running', steps_completed: 12, total_steps: 10 })).toEqual(['steps']);
  expect(idsOf({ status: 'running', queue_depth: 2 })).toEqual(['queue']);
  expect(idsOf({ created_at: '2026-01-02T00:00:00', updated_at: '2026-01-01T00:00:00' })).toEqual(['times']);
  expect(idsOf({ status: 'completed' }, { events: [{ type: 'JOB_ERROR' }] })).toEqual(['error']);
  expect(idsOf({ status: 'uploading' }, { events: [{ type: 'job_complete' }] })).toEqual(['ended']);
});

import { expect, test } from 'vitest';
import { bestWords, evalLossAt, findBest } from './best-checkpoint.ts';
import { curvesFromEvents } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { curvesOf } from '#pages/fine-tunes/testing/facts.ts';

const curves = curvesOf({
  'eval loss': [
    [10, 3],
    [20, 1],
    [30, 2],
    [40, Number.NaN],
  ],
});

const found = (steps: readonly number[], from = curves) =>
  findBest(
    'ft-1',
    from,
    steps.map((step) => ({ step })),
  );

const bestOf = (steps: readonly number[], from = curves) => {
  const finding = found(steps, from);
  return finding.isKnown ? finding : null;
};

test('the best checkpoint has the lowest loss, measured or interpolated, with its penalty', () => {
  expect(bestOf([10, 25, 30, 40])).toEqual({
    isKnown: true,
    bestStep: 20,
    bestLoss: 1,
    step: 25,
    loss: 1.5,
    isMeasured: false,
    penalty: 0.5,
    laterStep: null,
    model: 'ft-1:25',
  });
  expect(bestOf([10, 30, 40])).toMatchObject({ step: 30, loss: 2, isMeasured: true, penalty: 1 });
  const memorised = curvesOf({
    'eval loss': [
      [80, 0.0007367],
      [112, 0.0019],
      [128, 0.0005908],
      [160, 0.0008838],
    ],
  });
  expect(bestOf([40, 80, 120, 160], memorised)).toMatchObject({ step: 80, loss: 0.0007367 });
});

test('the end of an overfitted training is not the best because it alone was evaluated', () => {
  const overfitted = curvesOf({
    'eval loss': [
      [276, 0.2241],
      [345, 0.2272],
      [760, 0.3006],
    ],
  });
  expect(bestOf([326, 760], overfitted)).toMatchObject({ step: 326, isMeasured: false });
});

test('the best checkpoint is stated with its basis, and one saved after the last evaluation as not ranked', () => {
  const lowest = 'The lowest evaluation loss was 1.000 at step 20';
  expect(bestWords(found([10, 20]))).toBe(`${lowest}, and that step is saved.`);
  expect(bestWords(found([10, 30]))).toBe(`${lowest}; among saved steps, 30 is best, 1.000 higher.`);
  const level = curvesOf({
    'eval loss': [
      [20, 1],
      [40, 1],
    ],
  });
  expect(bestWords(found([10, 40], level))).toBe(
    `${lowest}; among saved steps, 40 is best, with the same loss.`,
  );
  expect(bestWords(found([25, 30]))).toBe(
    `${lowest}; among saved steps, 25 is best: about 1.500, interpolated between evaluations.`,
  );
  expect(bestWords(found([20, 41, 50]))).toBe(
    `${lowest}, and that step is saved. Step 50 was saved after the last evaluation and is not ranked.`,
  );
});

test('evaluations before a restart count, those that it discarded do not', () => {
  const restarted = curvesOf({
    'eval loss': [
      [5, 3],
      [10, 1.5],
      [15, 1],
      [20, 1.1],
      [15, 2],
      [20, 1.7],
    ],
  });
  expect(bestOf([5, 10, 15, 20], restarted)).toMatchObject({ bestStep: 10, step: 10, loss: 1.5 });
});

test('without an evaluated checkpoint the best is interpolated and marked as an estimate', () => {
  expect(bestOf([12, 25])).toMatchObject({
    step: 25,
    loss: 1.5,
    isMeasured: false,
    penalty: 0.5,
  });
  expect(bestOf([12, 25, 40])).toMatchObject({ step: 25, isMeasured: false });
});

test('a final checkpoint has the name of its dialect', () => {
  const final = { step: 20, checkpoint_type: 'Final Merged' };
  const modelOf = (listed?: ReadonlySet<string>) => {
    const finding = findBest('ft-1', curves, [{ step: 10 }, final], listed);
    return finding.isKnown && finding.model;
  };
  expect(modelOf()).toBe('ft-1');
  expect(modelOf(new Set(['ft-1:20']))).toBe('ft-1:20');
});

test('no checkpoint is called the best while none has a known loss', () => {
  const saved = [{ step: 5 }, { step: 40 }, { step: 90 }];
  expect(findBest('ft-1', curves, saved)).toEqual({
    isKnown: false,
    bestStep: 20,
    why: 'No saved step has a known evaluation loss, so the best checkpoint is unknown.',
  });
  expect(bestOf([5, 40, 90, 25])).toMatchObject({ step: 25 });
});

test('a missing evaluation or checkpoint is reported', () => {
  expect(findBest('x', curvesOf({}), [{ step: 1 }])).toMatchObject({ isKnown: false, bestStep: null });
  expect(findBest('x', curves, [])).toMatchObject({ bestStep: 20, why: 'No checkpoints yet.' });
  expect(findBest('x', curves, null)).toMatchObject({ why: 'The checkpoints have not loaded yet.' });
});

test('each checkpoint has the loss of its evaluation, else one interpolated between two', () => {
  expect(evalLossAt(curves, 20)).toEqual({ loss: 1, isMeasured: true });
  expect(evalLossAt(curves, 15)).toEqual({ loss: 2, isMeasured: false });
  expect(evalLossAt(curves, 25)).toEqual({ loss: 1.5, isMeasured: false });
  expect(evalLossAt(curves, 40)).toEqual({ loss: Number.NaN, isMeasured: true });
  expect(evalLossAt(curves, 5)).toBeNull();
  expect(evalLossAt(curves, null)).toBeNull();
});

test('steps that were only counted say nothing of a checkpoint', () => {
  const counted = curvesFromEvents([
    { message: "{'loss': 3.0}" },
    { message: "{'eval_loss': 2.5}" },
    { message: "{'loss': 2.0}" },
    { message: "{'eval_loss': 1.5}" },
  ]);
  expect(found([1, 2], counted)).toEqual({
    isKnown: false,
    bestStep: null,
    why: 'The events name no steps, so the best checkpoint is unknown.',
  });
  expect(evalLossAt(counted, 1)).toBeNull();
});

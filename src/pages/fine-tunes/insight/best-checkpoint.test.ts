import { expect, test } from 'vitest';
import { findBest } from './best-checkpoint.ts';
import { curvesOf } from './testing/facts.ts';

const curves = curvesOf({
  'eval loss': [
    [10, 3],
    [20, 1],
    [30, 2],
    [40, Number.NaN],
  ],
});

test('the saved step nearest to the best evaluation, with what it costs', () => {
  const found = findBest('ft-1', curves, [{ step: 10 }, { step: 25 }, { step: 40 }]);
  expect(found).toEqual({
    isKnown: true,
    best: {
      bestStep: 20,
      bestLoss: 1,
      step: 25,
      loss: 1.5,
      isMeasured: false,
      penalty: 0.5,
      model: 'ft-1:25',
    },
  });
});

test('a final one is called as the dialects call it', () => {
  const final = { step: 20, checkpoint_type: 'Final Merged' };
  const modelOf = (listed?: ReadonlySet<string>) => {
    const found = findBest('ft-1', curves, [{ step: 10 }, final], listed);
    return found.isKnown && found.best.model;
  };
  expect(modelOf()).toBe('ft-1');
  expect(modelOf(new Set(['ft-1:20']))).toBe('ft-1:20');
});

test('of two that are equally near the lower loss wins', () => {
  const found = findBest('ft-1', curves, [{ step: 10 }, { step: 30 }]);
  expect(found.isKnown && found.best).toMatchObject({ step: 30, loss: 2, isMeasured: true, penalty: 1 });
});

test('where the loss of a saved step is not known, there is no penalty', () => {
  const found = findBest('ft-1', curves, [{ step: 90 }]);
  expect(found.isKnown && found.best).toMatchObject({ step: 90, loss: null, penalty: null });
});

test('without an evaluation or a checkpoint a sentence says so', () => {
  expect(findBest('x', curvesOf({}), [{ step: 1 }])).toMatchObject({ isKnown: false, bestStep: null });
  expect(findBest('x', curves, [])).toMatchObject({ bestStep: 20, why: 'No checkpoint has been saved yet.' });
  expect(findBest('x', curves, null)).toMatchObject({ why: 'The checkpoints have not been read yet.' });
});

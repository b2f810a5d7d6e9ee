import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scheduleOf, spread } from './schedule.ts';
import { temporaryFolder, tinyPlan } from '#service/engine/testing/tiny-run.ts';

const schedule = (changes: Parameters<typeof tinyPlan>[1]) =>
  scheduleOf(
    tinyPlan(temporaryFolder(), {
      nEpochs: 10,
      learningRate: 1,
      minLrRatio: 0.2,
      warmupRatio: 0.1,
      ...changes,
    }),
    19,
    2,
  );

it('counts whole steps, the last of an epoch with the remaining rows', () => {
  expect(schedule({})).toMatchObject({ stepsPerEpoch: 10, total: 100 });
});

it('rises over the warm-up, then falls linearly or along a half cosine to the minimum', () => {
  const [linear, cosine] = [schedule({ scheduler: 'linear' }), schedule({ scheduler: 'cosine' })];
  for (const { learningRate } of [linear, cosine]) {
    expect([1, 5, 10].map((step) => learningRate(step))).toEqual([0.1, 0.5, 1]);
    expect(learningRate(11)).toBe(1);
    expect(learningRate(56)).toBeCloseTo(0.6, 12);
    expect(learningRate(101)).toBeCloseTo(0.2, 12);
  }
  expect(linear.learningRate(33.5)).toBeCloseTo(0.8, 12);
  expect(cosine.learningRate(33.5)).toBeCloseTo(0.2 + 0.8 * 0.5 * (1 + Math.SQRT1_2), 12);
  expect(schedule({ warmupRatio: 0 }).learningRate(1)).toBe(1);
});

it('evaluates and saves at equal distances, always at the end', () => {
  expect([...spread(300, 3)]).toEqual([100, 200, 300]);
  expect([...spread(8, 3)]).toEqual([3, 5, 8]);
  expect([...spread(3, 10)]).toEqual([1, 2, 3]);
  expect([...spread(3, 0)]).toEqual([]);
  expect(schedule({ nEvals: 4 })).toMatchObject({ evalSteps: 25 });
  expect(schedule({ nEvals: 4, validationFile: null })).toMatchObject({
    evalSteps: 0,
    evaluations: new Set(),
  });
  expect([...schedule({ nCheckpoints: 0 }).checkpoints]).toEqual([100]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 500 }), (total, count) => {
      const steps = [...spread(total, count)];
      expect(steps).toHaveLength(Math.min(total, count));
      expect(steps.at(-1)).toBe(total);
      expect(steps[0]).toBeGreaterThan(0);
    }),
  );
});

import { expect, test } from 'vitest';
import { currentStep, stepTimes, totalSteps } from './step-times.ts';
import { curvesOf, factsOf, startMs } from './testing/facts.ts';

const at = (second: number) => new Date(startMs + second * 1_000).toISOString();

test('steps come from curves and events together, the begin of the training as step 0', () => {
  const facts = factsOf(
    {},
    {
      curves: curvesOf({
        'train loss': [
          [2, 1],
          [4, 1],
        ],
      }),
      events: [
        { type: 'JOB_PENDING', created_at: at(-9) },
        { type: 'training_start', created_at: at(0) },
        { type: 'epoch_complete', step: 3, created_at: at(3) },
        { type: 'checkpoint_save', step: 4, created_at: at(9) },
        { type: 'warning', step: 50, created_at: at(10) },
      ],
    },
  );
  expect(stepTimes(facts).map(({ step, timeMs }) => [step, (timeMs - startMs) / 1_000])).toEqual([
    [0, 0],
    [2, 2],
    [3, 3],
    [4, 4],
  ]);
});

test('a checkpoint that was long in saving does not count as a restart', () => {
  const steps = Array.from({ length: 20 }, (_, index) => index + 1);
  const events = steps.map((step) => ({ type: 'training_step', step, created_at: at(step) }));
  const saved = { type: 'checkpoint_save', step: 10, created_at: at(15.5) };
  const facts = factsOf({}, { events: [...events.slice(0, 15), saved, ...events.slice(15)] });
  expect(stepTimes(facts).map(({ step }) => step)).toEqual(steps);
});

test('a step that comes again without a word of a restart is one', () => {
  const events = [10, 20, 30, 10, 20].map((step, index) => ({
    type: 'training_step',
    step,
    created_at: at(index * 10),
  }));
  expect(stepTimes(factsOf({}, { events })).map(({ step }) => step)).toEqual([10, 20]);
});

test('after a restart only what came since counts', () => {
  const facts = factsOf(
    {},
    {
      events: [
        { type: 'training_start', created_at: at(0) },
        { type: 'training_step', step: 10, created_at: at(10) },
        { type: 'job_restarted', training_offset: 5, created_at: at(100) },
        { type: 'training_step', step: 6, created_at: at(102) },
      ],
    },
  );
  expect(stepTimes(facts).map(({ step }) => step)).toEqual([5, 6]);
});

test('the number of steps comes from the record, else from events, else from their words', () => {
  const events = [{ message: 'Step 3/40: training loss=1.0', total_steps: 0 }];
  expect(totalSteps(factsOf({ total_steps: 7 }, { events }))).toBe(7);
  expect(totalSteps(factsOf({ total_steps: 0 }, { events: [...events, { total_steps: 50 }] }))).toBe(50);
  expect(totalSteps(factsOf({}, { events }))).toBe(40);
  expect(totalSteps(factsOf({}))).toBeNull();
});

test('the newest step is the highest that anything tells of; 0 tells nothing', () => {
  expect(currentStep(factsOf({ steps_completed: 3 }, { events: [{ step: 9 }, { step: 0 }] }))).toBe(9);
  expect(currentStep(factsOf({ steps_completed: 0 }))).toBeNull();
});

import { expect, test } from 'vitest';
import { noCurves } from '#pages/fine-tunes/curves/curve.ts';
import { lossOf, startMs } from '#pages/fine-tunes/testing/facts.ts';
import { marksOf, openMarkOf } from './chart-runs.ts';

const at = (second: number) => new Date(startMs + second * 1_000).toISOString();
const tenSteps = lossOf([9, 8, 7, 6, 5, 4, 3, 2, 1, 0.5]);
const markWords = (...args: Parameters<typeof marksOf>) =>
  marksOf(...args).map(({ step, word }) => `${step} ${word}`);

test('an event without a step is marked at the point that is nearest to it in time', () => {
  const events = [
    { type: 'warning', created_at: at(3.4) },
    { type: 'cancel_requested', step: 0, training_offset: 0, created_at: at(6.6) },
    { type: 'job_error', step: 0, created_at: at(60) },
  ];
  expect(markWords(events, [], null, tenSteps)).toEqual(['3 warning', '7 cancel requested', '10 error']);
});

test('an event that names its step stands there, whatever its time', () => {
  const events = [
    { type: 'JOB_USER_ERROR', step: 2, created_at: at(9) },
    { type: 'job_restarted', step: 9, training_offset: 4, created_at: at(1) },
  ];
  expect(markWords(events, [], null, tenSteps)).toEqual(['2 error', '4 restarted']);
});

test('without curves the events that name a step tell where the others stand', () => {
  const events = [
    { type: 'training_step', step: 5, created_at: at(5) },
    { type: 'training_step', step: 6, created_at: at(6) },
    { type: 'cancel_requested', step: 0, created_at: at(6.2) },
  ];
  expect(markWords(events, [], null, noCurves)).toEqual(['6 cancel requested']);
});

test('the open event is marked at the step of its fields or of its message', () => {
  const events = [
    { type: 'training_step', step: 5, hash: 'a' },
    { type: 'checkpoint_save', step: 0, message: 'Checkpoint saved at step 8', hash: 'b' },
    { type: 'job_start', hash: 'c' },
  ];
  const marked = (key?: string) => openMarkOf(events, key).map(({ step, word }) => `${step} ${word}`);
  expect(marked('a')).toEqual(['5 training_step']);
  expect(marked('b')).toEqual(['8 checkpoint_save']);
  expect([...marked('c'), ...marked('gone'), ...marked()]).toEqual([]);
});

test('an event that nothing can place is no mark, and steps are on the curve already', () => {
  const events = [
    { type: 'cancel_requested', step: 0, created_at: 'soon' },
    { type: 'training_step', step: 5, created_at: at(5) },
  ];
  expect(markWords(events, [], null, tenSteps)).toEqual([]);
  expect(markWords([{ type: 'job_error', created_at: at(1) }], [], null, noCurves)).toEqual([]);
});

test('checkpoints are marked once a step, and the best one says so', () => {
  expect(
    markWords(
      [],
      [{ step: 8 }, { step: 0, checkpoint_type: 'Intermediate (step 4)' }, { step: 8 }, { step: 0 }],
      8,
      noCurves,
    ),
  ).toEqual(['4 checkpoint 4', '8 checkpoint 8 · best']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectCurves, type FineTuneFacts } from './fine-tune-curves.ts';
import { currentStep, stepTimes, totalSteps } from './step-times.ts';
import { curvesOf, factsOf, startMs } from '#pages/fine-tunes/testing/facts.ts';

const at = (second: number) => new Date(startMs + second * 1_000).toISOString();

const stepsOf = (facts: FineTuneFacts) => [...stepTimes(facts).steps];

/** Steps and seconds. */
function readTimes(facts: FineTuneFacts) {
  const { steps, timesMs } = stepTimes(facts);
  return Array.from(steps, (step, index) => [step, ((timesMs[index] ?? 0) - startMs) / 1_000]);
}

test('steps come from curves and events together, and the start of the training is step 0', () => {
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
  expect(readTimes(facts)).toEqual([
    [0, 0],
    [2, 2],
    [3, 3],
    [4, 4],
  ]);
});

test('a checkpoint that took long to save is not a restart', () => {
  const steps = Array.from({ length: 20 }, (_, index) => index + 1);
  const events = steps.map((step) => ({ type: 'training_step', step, created_at: at(step) }));
  const saved = { type: 'checkpoint_save', step: 10, created_at: at(15.5) };
  const facts = factsOf({}, { events: [...events.slice(0, 15), saved, ...events.slice(15)] });
  expect(stepsOf(facts)).toEqual(steps);
});

test('a repeated step is a restart even without an event', () => {
  const events = [10, 20, 30, 10, 20].map((step, index) => ({
    type: 'training_step',
    step,
    created_at: at(index * 10),
  }));
  expect(stepsOf(factsOf({}, { events }))).toEqual([10, 20]);
});

test('only steps after a restart count', () => {
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
  expect(stepsOf(facts)).toEqual([5, 6]);
});

test('a restart without an offset begins at the step that it names', () => {
  const events = [
    { type: 'job_restarted', step: 40, created_at: at(0) },
    { type: 'training_step', step: 41, created_at: at(10) },
  ];
  expect(stepsOf(factsOf({}, { events }))).toEqual([40, 41]);
});

/** Marks are event type, step and second. */
function timesOf(...marks: readonly (readonly [string, number, number])[]) {
  const events = marks.map(([type, step, second]) =>
    type === 'job_restarted'
      ? { type, training_offset: step, created_at: at(second) }
      : { type, step, created_at: at(second) },
  );
  return readTimes(factsOf({}, { events }));
}

test('a restart at any step excludes the time before it', () => {
  for (const offset of [5, 10, 20])
    expect(
      timesOf(
        ['TRAINING_START', 0, 0],
        ['training_step', 10, 10],
        ['job_restarted', offset, 3_600],
        ['training_step', 30, 3_620],
      ),
    ).toEqual([
      [offset, 3_600],
      [30, 3_620],
    ]);
});

test.each(['training_step', 'epoch_complete', 'eval_complete', 'checkpoint_save', 'training_complete'])(
  'the event %s marks the step it names as done',
  (type) => {
    expect(timesOf(['training_start', 0, 1], [type, 4, 5])).toEqual([
      [0, 1],
      [4, 5],
    ]);
    expect(timesOf([type, 0, 6])).toEqual([]);
  },
);

test.each(['epoch_complete', 'eval_complete', 'checkpoint_save', 'training_complete'])(
  'the event %s may come long after its step and is not a restart',
  (type) => {
    expect(timesOf(['training_step', 20, 1], [type, 5, 2], ['training_step', 21, 3])).toEqual([
      [20, 1],
      [21, 3],
    ]);
  },
);

test('going back one step is reordering, two are a restart', () => {
  expect(timesOf(['training_step', 10, 1], ['training_step', 9, 2])).toEqual([[10, 1]]);
  expect(timesOf(['training_step', 10, 1], ['training_step', 8, 2])).toEqual([[8, 2]]);
});

test('steps and times both rise, whatever the order of the sources', () => {
  const marks: readonly [string, number, number][] = [
    ['training_step', 4, 3],
    ['training_step', 3, 3],
    ['training_step', 2, 1],
    ['training_step', 4, 9],
  ];
  const expected = [
    [2, 1],
    [3, 3],
    [4, 9],
  ];
  expect(timesOf(...marks)).toEqual(expected);
  expect(timesOf(...marks.toReversed())).toEqual(expected);
});

test('a curve is read like steps, from its newest timed segment, and going back two steps is a restart', () => {
  const curves = curvesOf({
    'train loss': [
      [8, 1],
      [9, 1],
      [3, 1],
      [4, 1],
    ],
    'eval loss': [[6, 1]],
  });
  expect(stepsOf(factsOf({}, { curves }))).toEqual([3, 4]);
  for (const [step, expected] of [
    [4, [4]],
    [5, [3, 4]],
  ] as const) {
    const events = [{ type: 'training_step', step, created_at: at(2) }];
    expect(stepsOf(factsOf({}, { curves, events }))).toEqual(expected);
  }
  const untimed = collectCurves('x', [
    { name: 'train loss', step: 1, value: 1, line: 1 },
    { name: 'train loss', step: 2, value: 1, timeMs: startMs, line: 2 },
  ]);
  expect(readTimes(factsOf({}, { curves: untimed }))).toEqual([[2, 0]]);
});

/** One step at each second. */
function lossAt(seconds: readonly number[]) {
  const points = seconds.map((second, index) => ({
    name: 'train loss' as const,
    step: index + 1,
    value: 1,
    timeMs: startMs + second * 1_000,
    line: 1,
  }));
  return factsOf({}, { curves: collectCurves('x', points) });
}

test('a curve whose times do not rise is read in the order of its times, however long it is', () => {
  expect(stepsOf(lossAt([1, 3, 2, 4]))).toEqual([1, 3, 4]);
  expect(stepsOf(lossAt(Array.from({ length: 2_500 }, (_, index) => index)))).toHaveLength(2_500);
});

test('the earlier step counts when a curve and an event share a time', () => {
  const curves = curvesOf({
    'train loss': [
      [2, 1],
      [4, 1],
    ],
  });
  const stepsWith = (step: number) => {
    const events = [{ type: 'checkpoint_save', step, created_at: at(4) }];
    return stepsOf(factsOf({}, { curves, events }));
  };
  expect([stepsWith(3), stepsWith(5)]).toEqual([
    [2, 3],
    [2, 4],
  ]);
});

test('an event without a time does not date its step', () => {
  expect(
    stepsOf(factsOf({}, { events: [{ type: 'training_step', step: 3 }, { created_at: at(1) }] })),
  ).toEqual([]);
});

test('the number of steps comes from the record, else from events, else from their messages', () => {
  const events = [{ message: 'Step 3/40: training loss=1.0', total_steps: 0 }];
  expect(totalSteps(factsOf({ total_steps: 7 }, { events }))).toBe(7);
  expect(totalSteps(factsOf({ total_steps: 0 }, { events: [...events, { total_steps: 50 }] }))).toBe(50);
  expect(totalSteps(factsOf({}, { events }))).toBe(40);
  expect(totalSteps(factsOf({}))).toBeNull();
});

test.each([
  ['step 12 / 400', 400],
  ['at STEP  7/ 80 now', 80],
  ['Step 3 /40', 40],
  ['misstep 3/40', null],
  ['step3/40', null],
  ['step 3 of 40', null],
  ['step x/40', null],
  ['step 3/x', null],
  ['step 0/0', null],
])('the message %j gives %j steps', (message, total) =>
  expect(totalSteps(factsOf({}, { events: [{ message }, {}] }))).toBe(total),
);

test('the newest event that gives the number of steps counts', () => {
  const [older, newer, nothing] = [
    { message: 'step 1/10' },
    { message: 'step 1/20' },
    { message: 'step 0/0' },
  ];
  expect(totalSteps(factsOf({}, { events: [older, newer, nothing] }))).toBe(20);
  const sent = [{ total_steps: 30 }, { total_steps: 40 }, { total_steps: 0 }];
  expect(totalSteps(factsOf({}, { events: [...sent, newer] }))).toBe(40);
});

test('the newest step is the highest reported; 0 is ignored', () => {
  expect(currentStep(factsOf({ steps_completed: 3 }, { events: [{ step: 9 }, { step: 0 }] }))).toBe(9);
  expect(currentStep(factsOf({ steps_completed: 0 }))).toBeNull();
  expect(currentStep(factsOf({ steps_completed: 9 }, { events: [{ step: 3 }, { step: 5 }] }))).toBe(9);
  expect(currentStep(factsOf({}, { events: [{ step: 3 }, { step: 5 }] }))).toBe(5);
  // A checkpoint that was reported late.
  const trained = [5, 6, 7].map((step) => ({ type: 'training_step', step }));
  const saved = { type: 'checkpoint_save', step: 4 };
  expect(currentStep(factsOf({}, { events: [...trained, saved, { type: 'warning' }, saved] }))).toBe(7);
  expect(currentStep(factsOf({}, { events: [...trained, { ...saved, step: 8 }] }))).toBe(8);
  const curves = curvesOf({
    'train loss': [
      [40, 1],
      [30, 1],
      [5, 1],
      [6, 1],
      [7, 1],
    ],
    'eval loss': [[50, 1]],
  });
  expect(currentStep(factsOf({ steps_completed: 2 }, { curves, events: [{ step: 5 }] }))).toBe(7);
});

test('a growing training has the same times as one read at once, however it is split', () => {
  const second = fc.integer({ min: 0, max: 3_000 });
  const types = fc.constantFrom('training_start', 'training_step', 'checkpoint_save', 'job_restarted');
  fc.assert(
    fc.property(
      fc.array(fc.record({ type: types, step: fc.integer({ min: 0, max: 40 }), second }), { maxLength: 60 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 2_500 }), second), { maxLength: 60 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
      (rows, points, cuts) => {
        const events = rows.map(({ type, step, second: each }) => ({ type, step, created_at: at(each) }));
        // Mostly settled before points that may come late.
        const steady = Array.from({ length: 2_400 }, (_, index) => [index + 1, index + 1] as const);
        const all = [...steady, ...points.map(([step, late]) => [step, 2_400 + late] as const)];
        const factsAt = (share: number) => {
          const curves = collectCurves(
            'x',
            all.slice(0, Math.round(all.length * share)).map(([step, seconds]) => ({
              name: 'train loss' as const,
              step,
              value: 1,
              timeMs: startMs + seconds * 1_000,
              line: 1,
            })),
          );
          return factsOf({}, { curves, events: events.slice(0, Math.round(events.length * share)) });
        };
        for (const cut of cuts.toSorted((one, other) => one - other)) stepTimes(factsAt(cut));
        const grown = stepTimes(factsAt(1));
        // Another training replaces the state.
        stepTimes(factsOf({}, { events: [{ type: 'training_step', step: 1, created_at: at(0) }] }));
        expect(stepTimes(factsAt(1))).toEqual(grown);
      },
    ),
    { numRuns: 200 },
  );
});

test('a curve without any time tells none, and does not keep those of events out', () => {
  const points = [1, 2, 3].map((step) => ({ name: 'train loss', step, value: 1, line: step }) as const);
  const curves = collectCurves('metrics', points);
  expect(readTimes(factsOf({}, { curves }))).toEqual([]);
  const events = [1, 3].map((step) => ({ type: 'checkpoint_save', step, created_at: at(step) }));
  expect(readTimes(factsOf({}, { curves, events }))).toEqual([
    [1, 1],
    [3, 3],
  ]);
});

test('the number of steps in a message may have commas', () => {
  expect(totalSteps(factsOf({}, { events: [{ message: 'Step 1,200/3,000: training loss=1.5' }] }))).toBe(
    3000,
  );
});

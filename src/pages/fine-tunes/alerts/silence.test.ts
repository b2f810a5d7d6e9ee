import { expect, test } from 'vitest';
import type { FineTune, FineTuneEvent } from '#api/schema/fine-tune.ts';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { noCurves } from '#pages/fine-tunes/curves/curve.ts';
import { createPauseReader, describePause, openPause, type Pause } from './silence.ts';
import { curvesOf, factsOf, lossOf } from '#pages/fine-tunes/testing/facts.ts';

const limits = { factor: 10, minMs: 5_000 };
const base = Date.UTC(2026, 0, 1);
const event = (second: number, type = 'training_step') => ({
  type,
  created_at: new Date(base + second * 1_000).toISOString(),
});
const start = event(0, 'training_start');
function findPauses(
  facts: Parameters<ReturnType<typeof createPauseReader>>[0],
  each: Parameters<typeof createPauseReader>[0],
  untilMs: number | null,
): readonly Pause[] {
  const pauses = createPauseReader(each)(facts);
  const open = untilMs === null ? null : openPause(pauses, untilMs);
  return open === null ? pauses.over : [...pauses.over, open];
}
const pausesOf = (seconds: readonly number[], untilSecond: number | null) =>
  findPauses(
    { events: [start, ...seconds.map((second) => event(second))], curves: noCurves },
    limits,
    untilSecond === null ? null : base + untilSecond * 1_000,
  );

test('silence of a running job is a stall at many times the usual pause', () => {
  expect(pausesOf([1, 2, 3, 4], 14)).toEqual([]);
  const [pause] = pausesOf([1, 2, 3, 4], 15);
  expect(pause).toMatchObject({ lengthMs: 11_000, usualMs: 1_000, firedMs: base + 14_000, isOver: false });
  expect(pause && describePause(pause)).toBe('No report for 11.0 s, 11 times the usual 1.0 s.');
});

test('a pause after the training is not a stall, however long', () => {
  const ended = [start, ...[1, 2, 3, 4, 5, 6].map((second) => event(second)), event(7, 'training_complete')];
  const packed = [event(127, 'compression_complete'), event(427, 'job_complete')];
  const pauses = (events: readonly ReturnType<typeof event>[], untilMs: number | null) =>
    findPauses({ events: [...events], curves: noCurves }, limits, untilMs);
  expect(pauses([...ended, ...packed], null)).toEqual([]);
  expect(pauses(ended, base + 300_000)).toEqual([]);
  // Without the end it is a stall.
  expect(pauses(ended.slice(0, -1), base + 300_000)).toHaveLength(1);
});

test('a past stall is reported as over', () => {
  expect(pausesOf([1, 2, 3, 4, 14], null)).toEqual([]);
  expect(pausesOf([1, 2, 3, 4, 30, 31], null)).toEqual([
    { sinceMs: base + 4_000, lengthMs: 26_000, usualMs: 1_000, firedMs: base + 14_000, isOver: true },
  ]);
});

test('a pause of up to three times the longest normal one is not a stall', () => {
  const evaluated = [start, ...[1, 2, 3, 4].map((second) => event(second)), event(104, 'eval_complete')];
  const found = (untilSecond: number) =>
    findPauses({ events: evaluated, curves: noCurves }, limits, base + untilSecond * 1_000);
  expect(found(404)).toEqual([]);
  expect(found(405)).toMatchObject([{ firedMs: base + 404_000 }]);
});

test('a growing training has the same pauses as one read at once', () => {
  const twice = { factor: 2, minMs: 0 };
  const reader = createPauseReader(twice);
  // Ever longer pauses, and a stall at every four hundredth.
  let second = 0;
  const steps = Array.from({ length: 2_500 }, (_, index) =>
    event((second += 1 + index / 100 + (index % 400 === 399 ? 400 : 0))),
  );
  // The newest thousand are reread each time.
  for (const count of [300, 1_390, 1_390, 2_500]) {
    const events = [start, ...steps.slice(0, count)];
    const pauses = reader({ events, curves: noCurves });
    expect(pauses).toEqual(createPauseReader(twice)({ events, curves: noCurves }));
    expect(pauses.over).toHaveLength(Math.floor(count / 400));
  }
});

test('neither waiting before the training nor a short pause of a fast one is a stall', () => {
  const events = [
    event(-500, 'job_pending'),
    start,
    event(0.1),
    event(0.2),
    event(0.3),
    event(0.4),
    event(3),
  ];
  expect(findPauses({ events, curves: noCurves }, limits, null)).toEqual([]);
});

test('three pauses are too few to judge the next by', () => {
  expect(pausesOf([1, 2, 3], 900)).toEqual([]);
  expect(pausesOf([1, 2, 3, 4], 900)).toHaveLength(1);
});

test('the usual pause is the median of earlier ones, and a stall is at least as long as the limit', () => {
  // The median is 1.5 s, so 15 s is normal.
  expect(pausesOf([1, 4, 6, 7], 22)).toEqual([]);
  expect(pausesOf([1, 4, 6, 7], 23)).toEqual([
    { sinceMs: base + 7_000, lengthMs: 16_000, usualMs: 1_500, firedMs: base + 22_000, isOver: false },
  ]);
  expect(pausesOf([0.1, 0.2, 0.3, 0.4], 5.4)).toEqual([]);
  expect(pausesOf([0.1, 0.2, 0.3, 0.4], 6)).toEqual([
    { sinceMs: base + 400, lengthMs: 5_600, usualMs: 100, firedMs: base + 5_400, isOver: false },
  ]);
});

test('a stall counts among the pauses that later ones are compared with', () => {
  // Before the fifth 20 s both are equally frequent, so it is usual.
  const found = pausesOf([1, 2, 3, 4, 24, 44, 64, 84, 104], null);
  expect(found.map(({ sinceMs }) => (sinceMs - base) / 1_000)).toEqual([4, 24, 44, 64]);
  expect(found.map(({ usualMs }) => usualMs)).toEqual([1_000, 1_000, 1_000, 1_000]);
});

test('the usual pause comes from the newest 64 pauses', () => {
  // After 32 of 1 s the median is between both, after 33 it is 1 s.
  const slow = Array.from({ length: 100 }, (_, index) => 10 * (index + 1));
  const fast = Array.from({ length: 33 }, (_, index) => 1_001 + index);
  const usual = (count: number) =>
    pausesOf([...slow, ...fast.slice(0, count)], 9_999).map(({ usualMs }) => usualMs);
  expect([usual(31), usual(32), usual(33)]).toEqual([[10_000], [5_500], [1_000]]);
});

test('every curve is a sign of life, and two sources at one time are one sign', () => {
  const curves = curvesOf({
    'train loss': [
      [1, 1],
      [4, 1],
      [2, 1],
    ],
    'eval loss': [[3, 1]],
  });
  const signs = [1, 2, 3, 4].map((second) => event(second));
  const untimed = collectCurves('x', [{ name: 'train loss', step: 1, value: 1, line: 1 }]);
  // Merged logs may report a step later than the next one.
  const unordered = collectCurves(
    'x',
    [4, 2, 1, 3].map((second, index) => ({
      name: 'train loss' as const,
      step: index + 1,
      value: 1,
      timeMs: base + second * 1_000,
      line: 1,
    })),
  );
  const pause = { sinceMs: base + 4_000, lengthMs: 56_000, usualMs: 1_000 };
  for (const facts of [
    { events: [start, ...signs], curves },
    { events: [start], curves },
    { events: [start, ...signs], curves: untimed },
    { events: [start, event(0.5), ...signs], curves: untimed },
    { events: [start], curves: unordered },
  ])
    expect(findPauses(facts, limits, base + 60_000)).toMatchObject([pause]);
  // A log has no events: the time before its first step is not a pause.
  const log = { events: [], curves: lossOf([1, 1, 1, 1, 1]) };
  expect(findPauses(log, limits, base + 60_000)).toMatchObject([{ lengthMs: 55_000, usualMs: 1_000 }]);
});

function silentFor(events: readonly FineTuneEvent[]) {
  return findPauses({ events, curves: noCurves }, limits, base + 60_000).map(({ lengthMs }) => lengthMs);
}

test('signs of life count from start to end of the training, in any letter case, and again after a restart', () => {
  const signs = [1, 2, 3, 4].map((second) => event(second));
  expect(silentFor(signs)).toEqual([]);
  expect(silentFor([event(0, 'TRAINING_START'), ...signs])).toEqual([56_000]);
  expect(silentFor([start, ...signs, event(5, 'TRAINING_COMPLETE')])).toEqual([]);
  expect(silentFor([start, ...signs, event(5, 'training_complete'), event(6, 'training_start')])).toEqual([
    54_000,
  ]);
  // An event needs no type, but a time.
  const { created_at } = event(5);
  expect(silentFor([start, ...signs, { created_at }])).toEqual([55_000]);
  expect(silentFor([start, ...signs.slice(0, 3), { type: 'training_step' }])).toEqual([]);
  expect(silentFor([start, ...signs, { type: 'training_step' }])).toEqual([56_000]);
});

test.each([
  'training_complete',
  'early_stopped',
  'model_compressing',
  'compressing_model',
  'model_uploading',
  'job_complete',
])('silence after %s is not a stall', (type) => {
  expect(silentFor([start, ...[1, 2, 3, 4].map((second) => event(second)), event(5, type)])).toEqual([]);
});

test('silence of a job that packs or uploads its model, or waits in the queue again, is not a stall', () => {
  const events = [start, ...[1, 2, 3, 4].map((second) => event(second)), event(5, 'job_restarted')];
  const isSilent = (status: string) =>
    findPauses({ ...factsOf({ status }), events }, limits, base + 3_600_000).length > 0;
  const statuses = ['compressing', 'Uploading', 'Pending', 'queued', 'running'];
  expect(statuses.filter(isSilent)).toEqual(['running']);
});

test('neither the time from a restart to the next start nor that to the first new step is a stall', () => {
  const signs = [1, 2, 3, 4].map((second) => event(second));
  const restarted = [start, ...signs, event(5, 'job_restarted')];
  expect(silentFor(restarted)).toEqual([]);
  const resumed = curvesOf({
    'train loss': [60, 61, 62, 963].map((second): [number, number] => [second, 1]),
  });
  expect(findPauses({ events: restarted, curves: resumed }, limits, null)).toMatchObject([
    { lengthMs: 901_000 },
  ]);
  expect(findPauses({ events: restarted, curves: noCurves }, limits, base + 906_000)).toHaveLength(1);
  const queued = [event(5, 'job_restarted'), event(400, 'job_pending'), event(800, 'training_start')];
  const again = [start, ...signs, ...queued, event(801)];
  expect(findPauses({ events: again, curves: noCurves }, limits, null)).toEqual([]);
});

test('an evaluation, a checkpoint or an epoch may take a quarter of an hour, a step may not', () => {
  const late = (type: string, second: number) =>
    findPauses(
      {
        events: [start, ...[1, 2, 3, 4].map((each) => event(each)), event(second, type)],
        curves: noCurves,
      },
      limits,
      null,
    ).length;
  const types = ['eval_complete', 'checkpoint_save', 'epoch_complete', 'EVAL_COMPLETE', 'training_step'];
  expect(types.map((type) => late(type, 900))).toEqual([0, 0, 0, 0, 1]);
  expect(types.map((type) => late(type, 905))).toEqual([1, 1, 1, 1, 1]);
  // Also where an event reports a step at the same time.
  const steps = [1, 2, 3, 4].map((step): [number, number] => [step, 1]);
  const evaluated = curvesOf({ 'train loss': steps, 'eval loss': [[600, 1]] });
  expect(findPauses({ events: [start], curves: evaluated }, limits, null)).toEqual([]);
  expect(findPauses({ events: [start, event(600)], curves: evaluated }, limits, null)).toEqual([]);
  const both = curvesOf({ 'train loss': [...steps, [600, 1]], 'eval loss': [[600, 1]] });
  expect(findPauses({ events: [start], curves: both }, limits, null)).toEqual([]);
  const trained = curvesOf({ 'train loss': [...steps, [600, 1]] });
  expect(findPauses({ events: [start], curves: trained }, limits, null)).toHaveLength(1);
});

/** Every `every`th step is reported, at its second. */
function isStall(record: Partial<FineTune>, last: number, every = 1): boolean {
  const steps = Array.from({ length: 5 }, (_, index): [number, number] => [last - every * (4 - index), 1]);
  const facts = {
    ...factsOf(record),
    events: [event(last - 5 * every, 'training_start')],
    curves: curvesOf({ 'train loss': steps }),
  };
  return findPauses(facts, limits, base + last * 1_000 + 60_000 * every).length > 0;
}

test('a quarter of an hour of silence is allowed while an evaluation, a checkpoint or an epoch is due', () => {
  // Evaluations are due after steps 5, 10, …
  for (const work of [
    { n_evals: 20 },
    { n_checkpoints: 20 },
    { n_epochs: 20 },
    { n_evals: 0, n_epochs: 20 },
  ]) {
    const record = { total_steps: 100, ...work };
    // The newest step may have been evaluated or not.
    expect([8, 9, 10, 11].map((last) => isStall(record, last))).toEqual([true, false, false, true]);
  }
  // The next report may come after the evaluation of step 25.
  expect([20, 21].map((last) => isStall({ total_steps: 100, n_evals: 4 }, last, 5))).toEqual([false, false]);
  expect([16, 26].map((last) => isStall({ total_steps: 100, n_evals: 4 }, last, 5))).toEqual([true, true]);
  expect([9, 10].map((last) => isStall({ total_steps: 100 }, last))).toEqual([true, true]);
  expect([9, 10].map((last) => isStall({ n_evals: 20 }, last))).toEqual([true, true]);
  const stepless = [start, ...[1, 2, 3, 4].map((second) => event(second))];
  const record = factsOf({ total_steps: 100, n_evals: 20 });
  expect(findPauses({ ...record, events: stepless }, limits, base + 60_000)).toHaveLength(1);
});

test('a pause is described in one sentence', () => {
  const pause = { sinceMs: 0, lengthMs: 60_000, usualMs: 8_000, firedMs: 0, isOver: true };
  expect(describePause(pause)).toBe('No report for 1 min 00 s, 8 times the usual 8.0 s; then it resumed.');
  expect(describePause({ ...pause, usualMs: 0, isOver: false })).toBe('No report for 1 min 00 s.');
});

test('a training without any sign of life has no pauses', () => {
  expect(findPauses({ events: [], curves: noCurves }, limits, base)).toEqual([]);
});

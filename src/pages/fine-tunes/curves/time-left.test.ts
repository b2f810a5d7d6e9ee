import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clockDifference,
  estimateWords,
  noEstimateWords,
  serviceEstimate,
  soonestWords,
} from '#pages/fine-tunes/job/ForecastPart.tsx';
import { timedSteps } from '#pages/fine-tunes/testing/facts.ts';
import type { TimedSteps } from './step-times.ts';
import { aboutWords, backtest, estimateEnd, isOverdue, leftWords, rangeWords } from './time-left.ts';

/** Durations in milliseconds; step 0 is at 0. */
function timesOf(durations: readonly number[]) {
  let timeMs = 0;
  return timedSteps([0, ...durations].map((duration, step) => ({ step, timeMs: (timeMs += duration) })));
}

test('a steady training has a single predicted end, which proves right', () => {
  const times = timesOf(Array.from({ length: 50 }, () => 100));
  const end = estimateEnd(times, 80, 5_000);
  expect(end).toEqual({
    isKnown: true,
    soonestMs: 8_000,
    likelyMs: 8_000,
    latestMs: 8_000,
    lateMs: 0,
    formula: '30 steps left × 100 ms a step',
  });
});

test('an uneven training has a range that includes the mean and the newest speed', () => {
  const times = timesOf(Array.from({ length: 80 }, (_, index) => (index < 60 ? 100 : 200)));
  const end = estimateEnd(times, 180, 0);
  expect(end.isKnown && [end.soonestMs, end.latestMs]).toEqual([10_000 + 100 * 100, 10_000 + 100 * 200]);
});

test('the likely end follows the median speed, however slow the slowest part was', () => {
  const times = timesOf([100, 100, 100, 100, 100, 100, 100, 4_000]);
  const end = estimateEnd(times, 18, 4_700);
  expect(end.isKnown && [end.likelyMs, end.latestMs > 15_000]).toEqual([5_700, true]);
});

/** Milliseconds per step, ten steps before the end. */
function rangeOf(times: TimedSteps) {
  const [step = 0, timeMs = 0] = [times.steps.at(-1), times.timesMs.at(-1)];
  const end = estimateEnd(times, step + 10, timeMs);
  return end.isKnown ? [(end.soonestMs - timeMs) / 10, (end.latestMs - timeMs) / 10] : null;
}

test('the range spans the 10th to 90th percentile of the speeds of eight parts', () => {
  // Quantiles 0.1 and 0.9 are 17 and 73; the last two parts' median is 75, or 15.
  const slower = [10, 20, 30, 40, 50, 60, 70, 80];
  const [fastest, latest] = rangeOf(timesOf(slower)) ?? [];
  expect(fastest).toBeCloseTo(17, 9);
  expect(latest).toBe(75);
  const [newest, slowest] = rangeOf(timesOf(slower.toReversed())) ?? [];
  expect(newest).toBe(15);
  expect(slowest).toBeCloseTo(73, 9);
  const halves = timesOf(slower.flatMap((speed) => [speed - 5, speed + 5]));
  expect(rangeOf(halves)?.[0]).toBeCloseTo(17, 9);
  expect(rangeOf(halves)?.[1]).toBe(75);
  expect(estimateEnd(timesOf(slower), 18, 360).formula).toBe('10 steps left × 17 ms to 75 ms a step');
});

/** Reports after 100 steps, then after each. */
function afterHundred(stepMs: number, partMs: number) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((part) => ({
    step: 100 + part,
    timeMs: 100 * stepMs + part * partMs,
  }));
}

test('the range includes the overall speed when one part has most of the steps', () => {
  const begin = { step: 0, timeMs: 0 };
  // 100 steps of 100 ms and 7 of 10 ms, then 100 of 10 ms and 7 of 100 ms.
  expect(rangeOf(timedSteps([begin, ...afterHundred(100, 10)]))).toEqual([
    10,
    expect.closeTo(10_070 / 107, 9),
  ]);
  expect(rangeOf(timedSteps([begin, ...afterHundred(10, 100)]))).toEqual([
    expect.closeTo(1_700 / 107, 9),
    100,
  ]);
});

test('two steps are enough for an estimate, wherever they begin; one is not', () => {
  const times = [7, 8, 9].map((step) => ({ step, timeMs: step * 1_000 }));
  expect(rangeOf(timedSteps(times))).toEqual([1_000, 1_000]);
  expect(rangeOf(timedSteps(times.slice(1)))).toBeNull();
  expect(rangeOf(timedSteps(times.slice(2)))).toBeNull();
});

test('no countdown follows the last step, as packing and uploading have no estimate', () => {
  const times = timesOf([100, 100, 100]);
  for (const total of [3, 2])
    expect(estimateEnd(times, total, 9_000)).toEqual({
      isKnown: false,
      formula: 'The last step is done; how long packing and uploading will take is unknown.',
    });
});

test('a report is due after the usual number of steps at the slow speed', () => {
  // The usual stride is 10; slow parts take 200 ms per step.
  const times = timedSteps([
    { step: 0, timeMs: 0 },
    { step: 10, timeMs: 1_000 },
    { step: 20, timeMs: 3_000 },
    { step: 60, timeMs: 11_000 },
  ]);
  const lateMs = (nowMs: number) => {
    const end = estimateEnd(times, 100, nowMs);
    return end.isKnown && end.lateMs;
  };
  expect([lateMs(13_000), lateMs(13_001), lateMs(14_000)]).toEqual([0, 1, 1_000]);
  expect(estimateEnd(times, 100, 13_000).formula).not.toContain('late');
});

test('a training is overdue once its next report is later than all that is left', () => {
  const times = timedSteps([0, 10, 20].map((step) => ({ step, timeMs: step * 10_000 })));
  const isLateAt = (minute: number) => {
    const end = estimateEnd(times, 120, minute * 60_000);
    return end.isKnown && isOverdue(end, minute * 60_000);
  };
  // Of 100 steps left, the ten that are due were late after 5 minutes; the others would take 15.
  expect([4, 20, 21, 40].map(isLateAt)).toEqual([false, false, true, true]);
});

test('with reports many steps apart, the next one is late only when all of its steps are', () => {
  const times = timedSteps([0, 100, 200, 300].map((step) => ({ step, timeMs: step * 1_000 })));
  const at = (second: number) => {
    const end = estimateEnd(times, 1_000, second * 1_000);
    return end.isKnown && [end.soonestMs, end.latestMs, end.lateMs];
  };
  expect(at(330)).toEqual([1_000_000, 1_000_000, 0]);
  expect(at(399)).toEqual([1_000_000, 1_000_000, 0]);
  expect(at(430)).toEqual([1_030_000, 1_030_000, 30_000]);
  // Fewer steps are left than the stride.
  const nearEnd = estimateEnd(times, 310, 330_000);
  expect(nearEnd.isKnown && nearEnd.lateMs).toBe(20_000);
});

test('the usual number of steps is that of the newest two hundred reports', () => {
  const steps = [...Array.from({ length: 300 }, (_, step) => step), ...every(10, 300, 2_290).steps];
  const times = timedSteps(steps.map((step) => ({ step, timeMs: step * 1_000 })));
  const lateMs = (nowMs: number) => {
    const end = estimateEnd(times, 9_000, nowMs);
    return end.isKnown && end.lateMs;
  };
  expect([lateMs(2_300_000), lateMs(2_301_000)]).toEqual([0, 1_000]);
});

test('a range whose ends read the same is one figure, and one step is singular', () => {
  const times = timesOf(Array.from({ length: 9 }, (_, index) => 3_000 + (index % 2)));
  expect(estimateEnd(times, 10, 27_004).formula).toBe('1 step left × 3.0 s a step');
});

test('a step that is late moves the whole range', () => {
  const times = timesOf(Array.from({ length: 10 }, () => 100));
  const end = estimateEnd(times, 20, 1_000 + 100 + 700);
  expect(end).toMatchObject({ soonestMs: 2_700, likelyMs: 2_700, latestMs: 2_700, lateMs: 700 });
  expect(end.formula).toContain('the next report is 700 ms late');
});

test('an end that may have come is expected at any moment', () => {
  expect([-5_000, 0, 999, 61_000].map(soonestWords)).toEqual([
    'at any moment',
    'at any moment',
    'at any moment',
    'in 1 min 01 s at the earliest',
  ]);
});

test('times by a clock that differs from this one by a minute are said to be so', () => {
  expect(clockDifference(59_999)).toBeNull();
  expect(clockDifference(420_000)).toContain('7 min 00 s ahead of this computer’s');
  expect(clockDifference(-60_000)).toContain('1 min 00 s behind this computer’s');
});

test('an unknown time left is reported as such and never computed', () => {
  expect(estimateEnd(timedSteps([]), 10, 0)).toEqual({
    isKnown: false,
    formula: 'Needs at least two steps with times.',
  });
  expect(estimateEnd(timesOf([1, 1, 1]), null, 0)).toEqual({
    isKnown: false,
    formula: 'The number of steps is not known.',
  });
});

test('a range is never turned around, and its end never lies before the last step', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 60 }),
      (durations) => {
        const times = timesOf(durations);
        const lastMs = times.timesMs.at(-1) ?? 0;
        const end = estimateEnd(times, 100, lastMs);
        expect(end.isKnown && lastMs <= end.soonestMs && end.soonestMs <= end.latestMs).toBe(true);
      },
    ),
  );
});

test('past estimates use only data known then, and are compared with the actual end', () => {
  // Twice as slow from the middle on.
  const times = timesOf(Array.from({ length: 100 }, (_, index) => (index < 50 ? 100 : 200)));
  const past = backtest(times, 100);
  expect(past.map(({ share, step }) => [share, step])).toEqual([
    [0.25, 25],
    [0.5, 50],
    [0.75, 75],
    [0.9, 90],
  ]);
  expect(past.map(({ endedMs }) => endedMs)).toEqual([15_000, 15_000, 15_000, 15_000]);
  expect(past[1]).toMatchObject({ soonestMs: 10_000, latestMs: 10_000, missedByMs: 5_000 });
  expect(past[2]?.missedByMs).toBe(0);
});

test('a running job has past estimates without an end', () => {
  const past = backtest(timesOf(Array.from({ length: 60 }, () => 10)), 100);
  expect(past.map(({ share, endedMs, missedByMs }) => [share, endedMs, missedByMs])).toEqual([
    [0.25, null, null],
    [0.5, null, null],
  ]);
});

test('an end before the range has a negative error', () => {
  // Twice as fast from the middle on: 10 s of 20 s seemed left, and 5 s were.
  const times = timesOf(Array.from({ length: 100 }, (_, index) => (index < 50 ? 200 : 100)));
  expect(backtest(times, 100)[1]).toEqual({
    share: 0.5,
    step: 50,
    soonestMs: 20_000,
    latestMs: 20_000,
    endedMs: 15_000,
    missedByMs: -5_000,
  });
});

/** A report every `stride` steps of a second. */
function every(stride: number, from: number, to: number) {
  const steps = Float64Array.from({ length: (to - from) / stride + 1 }, (_, index) => from + index * stride);
  return { steps, timesMs: steps.map((step) => step * 1_000) };
}

const sharesOf = (times: TimedSteps, total: number | null) =>
  backtest(times, total).map(({ share, step, endedMs }) => [share, step, endedMs]);

test('a past estimate comes from the last sufficient report before its share of the steps', () => {
  // From after the first quarter; the second comes after the half.
  expect(sharesOf(every(20, 40, 100), 100)).toEqual([
    [0.75, 60, 100_000],
    [0.9, 80, 100_000],
  ]);
  expect(sharesOf(every(25, 0, 75), 100)).toEqual([
    [0.25, 25, null],
    [0.5, 50, null],
    [0.75, 75, null],
  ]);
  expect(sharesOf(every(25, 0, 125), 100).at(-1)).toEqual([0.9, 75, 125_000]);
  expect(sharesOf(every(25, 0, 100), null)).toEqual([]);
  expect(sharesOf(timedSteps([]), 100)).toEqual([]);
});

test('the service’s own estimate counts to its next status, from its last update', () => {
  const record = { id: 'x', status: 'running', updated_at: '2026-01-01T00:00:00' };
  const progress = { estimate_available: true, seconds_remaining: 90 };
  expect(serviceEstimate({ ...record, progress })).toEqual({
    atMs: Date.UTC(2026, 0, 1, 0, 1, 30),
    words: 'The service says 1 min 30 s until its next status, counted from its last update.',
  });
  expect(
    serviceEstimate({ ...record, progress: { ...progress, estimate_available: false } }).atMs,
  ).toBeNull();
  expect(serviceEstimate(record).words).toContain('no estimate');
  expect(serviceEstimate({ ...record, progress, status: 'completed' }).atMs).toBeNull();
});

test.each([
  [38_200, 51_900, '38 to 52 s'],
  [16_500, 73_000, '17 s to 1 min 13 s'],
  [240_000, 240_300, 'about 4 min 00 s'],
  [-5_000, 0, 'about 0 s'],
  [59_400, 59_500, '59 s to 1 min 00 s'],
  [59_400, 59_600, '59 s to 1 min 00 s'],
  [7_000_000, 9_000_000, '1 h 57 min to 2 h 30 min'],
])('from %i to %i ms: %s', (soonest, latest, words) => expect(leftWords(soonest, latest)).toBe(words));

test('a single estimate reads as an approximate time', () =>
  expect([45_200, 61_000].map(aboutWords)).toEqual(['about 45 s', 'about 1 min 01 s']));

test('a range names the day unless that is today, and a range of one second is one moment', () => {
  const noon = new Date(2026, 10, 22, 12).getTime();
  expect(rangeWords(noon, noon + 400, noon)).toBe('12:00:00');
  expect(rangeWords(noon, noon + 61_000, noon)).toBe('12:00:00 to 12:01:01');
  expect(rangeWords(noon, noon + 86_400_000, noon)).toBe('12:00:00 to 2026-11-23, 12:00:00');
});

test('where earlier estimates are missing it says why', () => {
  expect(noEstimateWords([], 5, null)).toMatch(/unknown/);
  expect(noEstimateWords([], 24, 100)).toMatch(/taken at 25 %/);
  expect(noEstimateWords([], 89, 100)).toMatch(/restart/);
  const past = { step: 90, soonestMs: 0, latestMs: 1, endedMs: null, missedByMs: null };
  expect(noEstimateWords([{ ...past, share: 0.9 }], 95, 100)).toMatch(/restart/);
  expect(noEstimateWords([{ ...past, share: 0.25 }], 95, 100)).toBeNull();
});

const verdictOf = (endedMs: number) => {
  const [soonestMs, latestMs] = [44_100, 46_500];
  const missedByMs = Math.min(0, endedMs - soonestMs) + Math.max(0, endedMs - latestMs);
  const past = { share: 0.75, step: 570, soonestMs, latestMs, endedMs, missedByMs };
  return estimateWords(past, endedMs).split(', ').at(-1);
};

test('an earlier estimate is judged by the whole seconds that it shows', () => {
  expect([43_900, 44_000, 46_900, 47_100].map(verdictOf)).toEqual([
    '200 ms earlier.',
    'in range.',
    'in range.',
    '600 ms later.',
  ]);
});

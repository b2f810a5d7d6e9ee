import { expect, test } from 'vitest';
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { noCurves } from '#pages/fine-tunes/curves/curve.ts';
import { describePause, openPause, readPauses, type Pause } from './silence.ts';
import { curvesOf } from '#pages/fine-tunes/testing/facts.ts';

const limits = { factor: 10, leastMs: 5_000 };
const base = Date.UTC(2026, 0, 1);
const event = (second: number, type = 'training_step') => ({
  type,
  created_at: new Date(base + second * 1_000).toISOString(),
});
const start = event(0, 'training_start');
function findPauses(
  facts: Parameters<typeof readPauses>[0],
  each: Parameters<typeof readPauses>[1],
  untilMs: number | null,
): readonly Pause[] {
  const pauses = readPauses(facts, each);
  const open = untilMs === null ? null : openPause(pauses, untilMs);
  return open === null ? pauses.over : [...pauses.over, open];
}
const pausesOf = (seconds: readonly number[], untilSecond: number | null) =>
  findPauses(
    { events: [start, ...seconds.map((second) => event(second))], curves: noCurves },
    limits,
    untilSecond === null ? null : base + untilSecond * 1_000,
  );

test('silence of a running job counts when it is many times the usual pause', () => {
  expect(pausesOf([1, 2, 3, 4], 14)).toEqual([]);
  const [pause] = pausesOf([1, 2, 3, 4], 15);
  expect(pause).toMatchObject({ lengthMs: 11_000, usualMs: 1_000, firedMs: base + 14_000, isOver: false });
  expect(pause && describePause(pause)).toBe('Nothing came for 11.0 s, 11 times the usual 1.0 s.');
});

test('what comes after the training is no stall, however long it takes', () => {
  const ended = [start, ...[1, 2, 3, 4, 5, 6].map((second) => event(second)), event(7, 'training_complete')];
  const packed = [event(127, 'compression_complete'), event(427, 'job_complete')];
  const pauses = (events: readonly ReturnType<typeof event>[], untilMs: number | null) =>
    findPauses({ events: [...events], curves: noCurves }, limits, untilMs);
  expect(pauses([...ended, ...packed], null)).toEqual([]);
  expect(pauses(ended, base + 300_000)).toEqual([]);
  // Without the end of the training the same silence is one.
  expect(pauses(ended.slice(0, -1), base + 300_000)).toHaveLength(1);
});

test('a pause in the past is found again, and said to be over', () => {
  const found = pausesOf([1, 2, 3, 4, 30, 31], null);
  expect(found.map(({ sinceMs, isOver }) => [(sinceMs - base) / 1_000, isOver])).toEqual([[4, true]]);
});

test('waiting before the training is no stall, and neither is a short pause of a fast training', () => {
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

test('the usual pause is the middle one of those before, and the shortest that counts is the limit’s', () => {
  // Pauses of 1, 3, 2 and 1 s have 1.5 s in their middle, so 15 s is still usual; of 0.1 s it would be 5 s, the least.
  expect(pausesOf([1, 4, 6, 7], 22)).toEqual([]);
  expect(pausesOf([1, 4, 6, 7], 23)).toEqual([
    { sinceMs: base + 7_000, lengthMs: 16_000, usualMs: 1_500, firedMs: base + 22_000, isOver: false },
  ]);
  expect(pausesOf([0.1, 0.2, 0.3, 0.4], 5.4)).toEqual([]);
  expect(pausesOf([0.1, 0.2, 0.3, 0.4], 6)).toEqual([
    { sinceMs: base + 400, lengthMs: 5_600, usualMs: 100, firedMs: base + 5_400, isOver: false },
  ]);
});

test('a pause that was too long counts among those that the next are judged by', () => {
  // Four of 1 s and five of 20 s: before the fifth there were as many of each, so that it is usual.
  const found = pausesOf([1, 2, 3, 4, 24, 44, 64, 84, 104], null);
  expect(found.map(({ sinceMs }) => (sinceMs - base) / 1_000)).toEqual([4, 24, 44, 64]);
  expect(found.map(({ usualMs }) => usualMs)).toEqual([1_000, 1_000, 1_000, 1_000]);
});

test('what is usual is said by the newest 64 pauses', () => {
  // 100 pauses of 10 s, then of 1 s: of these 32 leave the middle between both, 33 bring it down.
  const slow = Array.from({ length: 100 }, (_, index) => 10 * (index + 1));
  const fast = Array.from({ length: 33 }, (_, index) => 1_001 + index);
  const usual = (count: number) =>
    pausesOf([...slow, ...fast.slice(0, count)], 9_999).map(({ usualMs }) => usualMs);
  expect([usual(31), usual(32), usual(33)]).toEqual([[10_000], [5_500], [1_000]]);
});

test('every curve tells of life, and what two sources tell at one time is one sign', () => {
  const curves = curvesOf({
    'train loss': [
      [1, 1],
      [4, 1],
      [2, 1],
    ],
    'eval loss': [[3, 1]],
  });
  const told = [1, 2, 3, 4].map((second) => event(second));
  const untimed = collectCurves('x', [{ name: 'train loss', step: 1, value: 1, line: 1 }]);
  const pause = { sinceMs: base + 4_000, lengthMs: 56_000, usualMs: 1_000 };
  for (const facts of [
    { events: [start, ...told], curves },
    { events: [start], curves },
    { events: [start, ...told], curves: untimed },
    { events: [start, event(0.5), ...told], curves: untimed },
  ])
    expect(findPauses(facts, limits, base + 60_000)).toMatchObject([pause]);
});

/** How long nothing came until a minute after the start. */
function silentFor(events: readonly FineTuneEvent[]) {
  return findPauses({ events, curves: noCurves }, limits, base + 60_000).map(({ lengthMs }) => lengthMs);
}

test('signs count from the start of the training to its end, in any case of their names, and again after a new start', () => {
  const signs = [1, 2, 3, 4].map((second) => event(second));
  expect(silentFor(signs)).toEqual([]);
  expect(silentFor([event(0, 'TRAINING_START'), ...signs])).toEqual([56_000]);
  expect(silentFor([start, ...signs, event(5, 'TRAINING_COMPLETE')])).toEqual([]);
  expect(silentFor([start, ...signs, event(5, 'training_complete'), event(6, 'training_start')])).toEqual([
    54_000,
  ]);
  // What has no name is a sign; what has no time is none.
  const { created_at } = event(5);
  expect(silentFor([start, ...signs, { created_at }])).toEqual([55_000]);
  expect(silentFor([start, ...signs.slice(0, 3), { type: 'training_step' }])).toEqual([]);
});

test('a pause is told in one sentence', () => {
  const pause = { sinceMs: 0, lengthMs: 60_000, usualMs: 8_000, firedMs: 0, isOver: true };
  expect(describePause(pause)).toBe('Nothing came for 1 min 00 s, 8 times the usual 8.0 s; then it went on.');
  expect(describePause({ ...pause, usualMs: 0, isOver: false })).toBe('Nothing came for 1 min 00 s.');
});

test('a training of which nothing was heard has no pauses', () => {
  expect(findPauses({ events: [], curves: noCurves }, limits, base)).toEqual([]);
});

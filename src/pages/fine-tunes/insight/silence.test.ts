import { expect, test } from 'vitest';
import { noCurves } from '#pages/fine-tunes/curves/curve.ts';
import { describePause, findPauses } from './silence.ts';

const limits = { factor: 10, leastMs: 5_000 };
const base = Date.UTC(2026, 0, 1);
const event = (second: number, type = 'training_step') => ({
  type,
  created_at: new Date(base + second * 1_000).toISOString(),
});
const start = event(0, 'training_start');
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

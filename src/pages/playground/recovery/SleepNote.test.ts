import { expect, test } from 'vitest';
import { sleepGap } from './SleepNote.tsx';

const at = (wallMs: number, monotonicMs = wallMs) => ({ wallMs, monotonicMs });

test('clocks that agree show no sleep, even in a hidden tab woken once a minute', () => {
  expect(sleepGap(at(0), at(1_000, 1_004))).toBe(0);
  expect(sleepGap(at(0), at(61_000))).toBe(0);
});

test('a stopped monotonic clock or a missing tick is a sleep', () => {
  expect(sleepGap(at(0), at(600_000, 1_000))).toBe(600_000);
  expect(sleepGap(at(0), at(600_000))).toBe(600_000);
});

test('a wall clock set back, or slightly forward, is not a sleep', () => {
  expect(sleepGap(at(3_600_000, 0), at(1_000, 1_000))).toBe(0);
  expect(sleepGap(at(0), at(4_000, 1_000))).toBe(0);
});

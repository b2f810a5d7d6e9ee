import { expect, test } from 'vitest';
import { sleepGap } from './SleepNote.tsx';

const at = (wallMs: number, monotonicMs = wallMs) => ({ wallMs, monotonicMs });

test('clocks that go together say nothing, even in a hidden tab that is woken once a minute', () => {
  expect(sleepGap(at(0), at(1_000, 1_004))).toBe(0);
  expect(sleepGap(at(0), at(61_000))).toBe(0);
});

test('a monotonic clock that stood still, or a tick that never came, is a sleep', () => {
  expect(sleepGap(at(0), at(600_000, 1_000))).toBe(600_000);
  expect(sleepGap(at(0), at(600_000))).toBe(600_000);
});

test('a wall clock that was set back, or a little forward, is no sleep', () => {
  expect(sleepGap(at(3_600_000, 0), at(1_000, 1_000))).toBe(0);
  expect(sleepGap(at(0), at(4_000, 1_000))).toBe(0);
});

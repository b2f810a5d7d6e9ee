import { expect, test } from 'vitest';
import { visitAt } from './visit.ts';

const minute = 60_000;

test('a visit goes on after a reload, and another begins after half an hour', () => {
  const first = visitAt(null, 0);
  const reloaded = visitAt(first, 20 * minute);
  expect(reloaded).toEqual({ beganMs: 0, seenMs: 20 * minute, beforeMs: null });
  const next = visitAt(reloaded, 50 * minute);
  expect(next).toEqual({ beganMs: 50 * minute, seenMs: 50 * minute, beforeMs: 20 * minute });
});

import { expect, test } from 'vitest';
import { streamTimers, usualLimits } from './silence-limits.ts';

test('a stream gets the limits in milliseconds, and none where it is never given up', () => {
  expect(streamTimers(usualLimits)).toEqual({ headersMs: 30_000, firstTokenMs: 300_000, idleMs: 300_000 });
  expect(streamTimers({ ...usualLimits, header: 5, giveUp: null })).toEqual({ headersMs: 5_000 });
});

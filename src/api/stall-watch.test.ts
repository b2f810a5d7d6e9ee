import { expect, test } from 'vitest';
import { watchForStall } from './stall-watch.ts';

/** A watch with a manual clock; `abortedBy` is the reason the answer was aborted with. */
function startWatch(idleMs: number) {
  let nowMs = 0;
  let timer: { readonly callback: () => void; readonly dueMs: number } | null = null;
  let abortedBy: Error | null = null;
  watchForStall(
    { abort: (error) => (abortedBy = error) },
    { firstTokenMs: idleMs, idleMs },
    {
      now: () => nowMs,
      wait(callback, ms) {
        timer = { callback, dueMs: nowMs + ms };
        return () => (timer = null);
      },
    },
  );
  return {
    abortedBy: () => abortedBy,
    /** Advances the clock, then fires the timer that is due, however late. */
    passTo: (ms: number) => {
      nowMs = ms;
      if (timer === null || timer.dueMs > ms) return;
      const { callback } = timer;
      timer = null;
      callback();
    },
  };
}

test('a stream without content is aborted at its limit', () => {
  const { passTo, abortedBy } = startWatch(300_000);
  passTo(299_999);
  expect(abortedBy()).toBeNull();
  passTo(300_000);
  expect(abortedBy()).toMatchObject({ kind: 'cut', code: 'stalled' });
});

test('a machine that slept past the limit restarts the limit for its stream', () => {
  const { passTo, abortedBy } = startWatch(300_000);
  passTo(8 * 3_600_000);
  expect(abortedBy()).toBeNull();
  passTo(8 * 3_600_000 + 299_999);
  expect(abortedBy()).toBeNull();
  passTo(8 * 3_600_000 + 300_000);
  expect(abortedBy()).toMatchObject({ code: 'stalled' });
});

test('a timer that a hidden tab delays by a minute still aborts the stream', () => {
  const { passTo, abortedBy } = startWatch(300_000);
  passTo(360_000);
  expect(abortedBy()).toMatchObject({ code: 'stalled' });
});

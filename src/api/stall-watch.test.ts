import { expect, test } from 'vitest';
import { watchForStall } from './stall-watch.ts';

/** A watch over a clock that a test turns; `abortedBy` is what the answer was aborted with. */
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
    /** Time passes, and the timer that is due then fires, however late. */
    passTo: (ms: number) => {
      nowMs = ms;
      if (timer === null || timer.dueMs > ms) return;
      const { callback } = timer;
      timer = null;
      callback();
    },
  };
}

test('a stream without content is given up at its limit', () => {
  const { passTo, abortedBy } = startWatch(300_000);
  passTo(299_999);
  expect(abortedBy()).toBeNull();
  passTo(300_000);
  expect(abortedBy()).toMatchObject({ kind: 'cut', code: 'stalled' });
});

test('a machine that slept past the limit gives its stream the whole limit again', () => {
  const { passTo, abortedBy } = startWatch(300_000);
  passTo(8 * 3_600_000);
  expect(abortedBy()).toBeNull();
  passTo(8 * 3_600_000 + 299_999);
  expect(abortedBy()).toBeNull();
  passTo(8 * 3_600_000 + 300_000);
  expect(abortedBy()).toMatchObject({ code: 'stalled' });
});

test('a timer that a hidden tab holds for a minute still gives the stream up', () => {
  const { passTo, abortedBy } = startWatch(300_000);
  passTo(360_000);
  expect(abortedBy()).toMatchObject({ code: 'stalled' });
});

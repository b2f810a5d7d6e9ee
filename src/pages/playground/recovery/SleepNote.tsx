// Notice that the computer slept during a run.
import { useEffect } from 'react';
import { create } from 'zustand';
import { formatDuration } from '#lib/format.ts';
import { isWhole, isRunning, type Run } from '#run/run.ts';

const useSleep = create<{ readonly runId: number; readonly ms: number }>(() => ({ runId: 0, ms: 0 }));

const pollMs = 1_000;

export function SleepNote({ run }: { run: Run }) {
  const { runId, ms } = useSleep();
  const isWatched = isRunning(run) && run.replay === null;
  useEffect(() => {
    if (!isWatched) return undefined;
    let before = readClocks();
    function poll() {
      const after = readClocks();
      const gapMs = sleepGap(before, after);
      before = after;
      if (gapMs > 0)
        useSleep.setState((known) => ({
          runId: run.id,
          ms: known.runId === run.id ? Math.max(known.ms, gapMs) : gapMs,
        }));
    }
    const timer = setInterval(poll, pollMs);
    return () => {
      // A stream that broke on waking ends before the timer fires.
      poll();
      clearInterval(timer);
    };
  }, [isWatched, run.id]);
  if (runId !== run.id) return null;
  return (
    <output aria-label="Sleep" className="mt-3 block font-sans text-dense text-warn">
      This computer seems to have slept for {formatDuration(ms)} meanwhile.{' '}
      {isWatched && 'The run continues if the service kept the connection open.'}
      {run.state.phase === 'ended' && !isWhole(run.state.endState) && 'What arrived is kept.'}
    </output>
  );
}

function readClocks(): Clocks {
  return { wallMs: Date.now(), monotonicMs: performance.now() };
}

interface Clocks {
  /** `Date.now()` */
  readonly wallMs: number;
  /** `performance.now()` */
  readonly monotonicMs: number;
}

/** Corrections of the wall clock are usually smaller. */
const apartMs = 5_000;

/** A hidden tab's timers fire at least once a minute. */
const longestTickMs = 90_000;

/** Milliseconds of suspension between two readings meant to be within a minute; 0 if none. */
export function sleepGap(before: Clocks, after: Clocks): number {
  const wallMs = after.wallMs - before.wallMs;
  const monotonicMs = after.monotonicMs - before.monotonicMs;
  if (wallMs - monotonicMs > apartMs) return wallMs;
  return monotonicMs > longestTickMs ? monotonicMs : 0;
}

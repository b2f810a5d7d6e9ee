// The page's one run store, and the hooks that read it: by state, by frame, by the clock.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isRunning, type Run } from './run.ts';
import { createRunStore } from './run-store.ts';

/** Lives as long as the page is loaded: a run goes on while another page is open. */
export const runStore = createRunStore();

/** The current run; the component draws again when its state changes, not when tokens come. */
export function useRun(): Run | null {
  return useSyncExternalStore(runStore.subscribe, runStore.current);
}

/** As `useRun`, and the component draws again in every frame that brought something. */
export function useGrowingRun(): Run | null {
  useSyncExternalStore(runStore.subscribe, runStore.version);
  return runStore.current();
}

/** performance.now(), read again every `everyMs` while the run receives: figures that change faster cannot be read. */
export function useRunClock(run: Run | null, everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  const running = isRunning(run);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNowMs(performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return nowMs;
}

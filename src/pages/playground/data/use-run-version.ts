// Draws again as a run goes on: once a frame for what streams, less often for what is added up over all cells.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { DataRun } from './data-run.ts';

const never = () => () => undefined;

/** Changes in every frame in which the run changed. */
export function useRunVersion(run: DataRun | null): number {
  return useSyncExternalStore(run?.subscribe ?? never, () => run?.version() ?? 0);
}

/** Changes at most every `everyMs` while the run changes, and soon after its last change. */
export function useRunPulse(run: DataRun | null, everyMs: number): number {
  const [pulse, setPulse] = useState(0);
  const subscribe = useCallback(
    (listener: () => void) => run?.subscribe(listener) ?? (() => undefined),
    [run],
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setPulse((now) => now + 1);
      }, everyMs);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [subscribe, everyMs]);
  return pulse;
}

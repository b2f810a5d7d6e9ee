// Draws again as a run goes on: once a frame for what streams, less often for what is added up, or when one fact changes.
import { useSyncExternalStore } from 'react';
import { usePulse } from '#ui/use-pulse.ts';
import type { DataRun } from './data-run.ts';

const never = () => () => undefined;

/** Changes in every frame in which the run changed. */
export function useRunVersion(run: DataRun | null): number {
  return useSyncExternalStore(run?.subscribe ?? never, () => run?.version() ?? 0);
}

/** One fact of a run; the component draws again only when it is another one. @param read gives no new object each time */
export function useRunFact<Fact, Run extends DataRun | null>(run: Run, read: (run: Run) => Fact): Fact {
  return useSyncExternalStore(run?.subscribe ?? never, () => read(run));
}

/** Changes at most every `everyMs` while the run changes, and soon after its last change. */
export function useRunPulse(run: DataRun | null, everyMs: number): number {
  return usePulse(run?.subscribe ?? never, everyMs);
}

// The run of a column, read by React: by state, or by frame.
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { originOf, streamSlots } from '#connection/stream-slots.ts';
import type { Run } from '#run/run.ts';
import { type Comparison, placeInLine, type Shown } from './comparison.ts';

/** The column's run and what it was sent with; drawn again when its state changes, not when tokens come. */
export function useColumnRun(
  comparison: Comparison,
  columnId: string,
): { run: Run | null; shown: Shown | null } {
  const shown = useStore(comparison.shown, (all) => all[columnId] ?? null);
  const { fleet } = comparison;
  const run = useSyncExternalStore(fleet.subscribe, () => (shown && comparison.get(shown.runId)) ?? null);
  return { run, shown };
}

/** Draws again in every frame in which the run received a token. */
export function useGrowth(comparison: Comparison, run: Run | null): void {
  useSyncExternalStore(comparison.fleet.subscribe, () => run?.recording.tokenCount ?? 0);
}

/** Draws again with every change of any run of the comparison, by state. @returns the runs by column, in order of the ids */
export function useColumnRuns(comparison: Comparison, columnIds: readonly string[]): readonly (Run | null)[] {
  useStore(comparison.shown);
  const { fleet, runOf } = comparison;
  useSyncExternalStore(fleet.subscribe, () =>
    columnIds.map((id) => `${runOf(id)?.id} ${runOf(id)?.state.phase}`).join(','),
  );
  return columnIds.map((id) => runOf(id) ?? null);
}

/** The run's place in the line of its origin, from 1; null while it is not in line. */
export function usePlaceInLine(comparison: Comparison, run: Run | null): number | null {
  const origin = originOf(run?.baseUrl ?? '');
  const { waiting } = useSyncExternalStore(streamSlots.subscribe, () => streamSlots.count(origin));
  if (run?.state.phase !== 'queued') return null;
  return placeInLine(run.id, comparison.inLine(), waiting);
}

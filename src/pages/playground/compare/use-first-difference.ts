// First difference of a column, updated as texts grow.
import { useMemo } from 'react';
import { isRunning, type Run } from '#run/run.ts';
import type { Comparison } from './comparison.ts';
import { createDeparture, describeDeparture, type Side } from './first-difference.ts';
import { useGrowth } from './column-acts.ts';

/** The label and the token to mark; empty with nothing to compare. */
export function useDeparture(
  comparison: Comparison,
  first: Run | null,
  run: Run | null,
): { readonly note: string; readonly token: number | null } {
  useGrowth(comparison, first);
  useGrowth(comparison, run);
  const one = sideOf(first);
  const two = sideOf(run);
  const read = useMemo(
    () =>
      one.lane !== undefined && two.lane !== undefined && one.lane !== two.lane
        ? createDeparture({ lane: one.lane, start: one.start }, { lane: two.lane, start: two.start })
        : null,
    [one.lane, one.start, two.lane, two.start],
  );
  if (read === null) return { note: '', token: null };
  const departure = read();
  return {
    note: describeDeparture(departure, isRunning(first) || isRunning(run)),
    token: departure.token,
  };
}

function sideOf(run: Run | null): { readonly lane: Side['lane'] | undefined; readonly start: number } {
  const lane = run?.recording.lanes.get(0);
  return { lane, start: lane?.promptLength ?? 0 };
}

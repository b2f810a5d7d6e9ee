// First difference of a growing column.
import { useMemo } from 'react';
import { isRunning, type Run } from '#run/run.ts';
import type { Comparison } from './comparison.ts';
import { createFirstDifference, describeDifference, type Side } from './first-difference.ts';
import { useGrowth } from './column-acts.ts';

/** Empty with nothing to compare. */
export function useFirstDifference(
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
      one.choice !== undefined && two.choice !== undefined && one.choice !== two.choice
        ? createFirstDifference(
            { choice: one.choice, start: one.start },
            { choice: two.choice, start: two.start },
          )
        : null,
    [one.choice, one.start, two.choice, two.start],
  );
  if (read === null) return { note: '', token: null };
  const difference = read();
  return {
    note: describeDifference(difference, isRunning(first) || isRunning(run)),
    token: difference.token,
  };
}

function sideOf(run: Run | null): { readonly choice: Side['choice'] | undefined; readonly start: number } {
  const choice = run?.recording.choices.get(0);
  return { choice, start: choice?.promptLength ?? 0 };
}

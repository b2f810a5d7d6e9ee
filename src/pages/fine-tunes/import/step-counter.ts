// Steps for files that say none: the rows of a run are counted.

/** Counts rows by run; all curves of one row get the same step. */
export function createStepCounter(): {
  /** @param lastStep the newest step of the curve, which the next one must exceed */
  stepOf: (run: string, lastStep: number | null, line: number) => number;
} {
  const counts = new Map<string, { count: number; line: number }>();
  return {
    stepOf(run, lastStep, line) {
      const state = counts.get(run) ?? { count: 0, line: 0 };
      counts.set(run, state);
      if (state.line !== line) {
        state.count = Math.max(state.count, lastStep ?? 0) + 1;
        state.line = line;
      }
      return state.count;
    },
  };
}

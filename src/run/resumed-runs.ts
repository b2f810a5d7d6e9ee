// Resumed and repeated runs: seam position and retry count.

interface Resumption {
  /** Before the seam, over all earlier runs. */
  readonly atToken: number;
}

const resumptions = new Map<number, Resumption>();
const refusals = new Map<number, number>();

/** @param tokenCount tokens of the continued choice */
export function noteResumed(
  runId: number,
  from: { readonly fromRunId: number; readonly choice: number },
  tokenCount: number,
): void {
  const before = resumptions.get(from.fromRunId)?.atToken ?? 0;
  resumptions.set(runId, { atToken: before + tokenCount });
}

/** For a retry of a run that received nothing. It inherits that run's seam. */
export function noteRepeated(runId: number, repeatedId: number): void {
  noteSeam(runId, resumptions.get(repeatedId)?.atToken);
  refusals.set(runId, refusalsBefore(repeatedId) + 1);
}

/** For a run restored from history. @param atToken undefined if it was not resumed */
export function noteSeam(runId: number, atToken: number | undefined): void {
  if (atToken !== undefined) resumptions.set(runId, { atToken });
}

/** undefined if the run was not resumed. */
export function resumptionOf(runId: number): Resumption | undefined {
  return resumptions.get(runId);
}

export function refusalsBefore(runId: number): number {
  return refusals.get(runId) ?? 0;
}

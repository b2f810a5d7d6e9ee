// Resumed and repeated runs.

interface Resumption {
  /** Before the seam. */
  readonly atToken: number;
}

const resumptions = new Map<number, Resumption>();
const refusals = new Map<number, number>();

/** @param tokenCount of the continued choice */
export function noteResumed(
  runId: number,
  from: { readonly fromRunId: number; readonly choice: number },
  tokenCount: number,
): void {
  const before = resumptions.get(from.fromRunId)?.atToken ?? 0;
  resumptions.set(runId, { atToken: before + tokenCount });
}

/** The run received nothing. Inherits its seam. */
export function noteRepeated(runId: number, repeatedId: number): void {
  noteSeam(runId, resumptions.get(repeatedId)?.atToken);
  refusals.set(runId, refusalsBefore(repeatedId) + 1);
}

/** For a restored run. @param atToken undefined if not resumed */
export function noteSeam(runId: number, atToken: number | undefined): void {
  if (atToken !== undefined) resumptions.set(runId, { atToken });
}

export function resumptionOf(runId: number): Resumption | undefined {
  return resumptions.get(runId);
}

export function refusalsBefore(runId: number): number {
  return refusals.get(runId) ?? 0;
}

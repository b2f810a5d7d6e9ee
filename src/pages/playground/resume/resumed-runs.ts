// Which runs go on from another one or repeat it: for the seam between them, and for how long to wait next.

/** Where a run goes on from. */
export interface Resumption {
  readonly fromRunId: number;
  readonly lane: number;
  /** Tokens of the answer before the cut, over all runs that it took. */
  readonly atToken: number;
}

const resumptions = new Map<number, Resumption>();
const refusals = new Map<number, number>();

/** Remembers that a run goes on from another one. */
export function noteResumed(
  runId: number,
  resumption: Omit<Resumption, 'atToken'>,
  tokenCount: number,
): void {
  const before = resumptions.get(resumption.fromRunId)?.atToken ?? 0;
  resumptions.set(runId, { ...resumption, atToken: before + tokenCount });
}

/** Remembers that a run repeats one that brought nothing. A repetition goes on from where the repeated one did. */
export function noteRepeated(runId: number, repeatedId: number): void {
  const before = resumptions.get(repeatedId);
  if (before !== undefined) resumptions.set(runId, before);
  refusals.set(runId, refusalsBefore(repeatedId) + 1);
}

/** Where a run goes on from; undefined for one that begins by itself. */
export function resumptionOf(runId: number): Resumption | undefined {
  return resumptions.get(runId);
}

/** How many runs in a row this one repeats. */
export function refusalsBefore(runId: number): number {
  return refusals.get(runId) ?? 0;
}

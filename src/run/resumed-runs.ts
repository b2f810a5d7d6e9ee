// Which runs go on from another one or repeat it: for the seam between them, and for how long to wait next.

/** Where a run goes on from. */
interface Resumption {
  /** Tokens of the answer before the cut, over all runs that it took. */
  readonly atToken: number;
}

const resumptions = new Map<number, Resumption>();
const refusals = new Map<number, number>();

/** Remembers that a run goes on from a choice of another one, after so many of its tokens. */
export function noteResumed(
  runId: number,
  from: { readonly fromRunId: number; readonly lane: number },
  tokenCount: number,
): void {
  const before = resumptions.get(from.fromRunId)?.atToken ?? 0;
  resumptions.set(runId, { atToken: before + tokenCount });
}

/** Remembers that a run repeats one that brought nothing. A repetition goes on from where the repeated one did. */
export function noteRepeated(runId: number, repeatedId: number): void {
  noteSeam(runId, resumptions.get(repeatedId)?.atToken);
  refusals.set(runId, refusalsBefore(repeatedId) + 1);
}

/** Remembers where a run that history shows again went on. @param atToken undefined for one that began by itself */
export function noteSeam(runId: number, atToken: number | undefined): void {
  if (atToken !== undefined) resumptions.set(runId, { atToken });
}

/** Where a run goes on from; undefined for one that begins by itself. */
export function resumptionOf(runId: number): Resumption | undefined {
  return resumptions.get(runId);
}

/** How many runs in a row this one repeats. */
export function refusalsBefore(runId: number): number {
  return refusals.get(runId) ?? 0;
}

// Regenerating and repeating a run.
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { nextStep } from '#run/next-step.ts';
import { noteSeam, resumptionOf } from '#run/resumed-runs.ts';
import type { RunStore } from '#run/run-store.ts';
import { type Run, isPlayed } from '#run/run.ts';

/** Not without output, where “Send again” knows the wait time and possible charges. */
export function canRunAgain(run: Run): boolean {
  if (run.state.phase !== 'ended' || isPlayed(run)) return false;
  return run.recording.tokenCount > 0 || !nextStep(run).canRepeat;
}

export function isSameRequest(one: CompletionRequest, other: CompletionRequest): boolean {
  return one.prompt === other.prompt && JSON.stringify(one) === JSON.stringify(other);
}

/** The same request object: history makes the answers siblings. */
export function repeatRequest(store: RunStore, client: Client): void {
  const run = store.current();
  if (run !== null && canRunAgain(run) && store.start(client, run.request)) carrySeam(run, store.current());
}

/** The seam is one of the prompt. */
export function carrySeam(before: Run, run: Run | null): void {
  if (run !== null && run.id !== before.id && run.request.prompt === before.request.prompt)
    noteSeam(run.id, resumptionOf(before.id)?.atToken);
}

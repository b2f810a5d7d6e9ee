// Which runs another answer can be asked for, and the very request of one sent once more.
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { nextStep } from '#pages/playground/recovery/next-step.ts';
import { noteSeam, resumptionOf } from '#run/resumed-runs.ts';
import type { RunStore } from '#run/run-store.ts';
import { type Run, isPlayed } from '#run/run.ts';

/**
 * Whether another answer can be asked for. Not where a run brought nothing: its own “Send again” knows how long the
 * service asks to wait, and what may have been charged. Nor under a recording, which is no answer of this service.
 */
export function canRunAgain(run: Run): boolean {
  if (run.state.phase !== 'ended' || isPlayed(run)) return false;
  return run.recording.tokenCount > 0 || !nextStep(run).canRepeat;
}

/** Whether two requests are the same to the service. */
export function isSameRequest(one: CompletionRequest, other: CompletionRequest): boolean {
  return one.prompt === other.prompt && JSON.stringify(one) === JSON.stringify(other);
}

/** Sends the very request of the run on the page, whatever is typed by now: history knows by the object that the answers stand side by side. */
export function repeatExactly(store: RunStore, client: Client): void {
  const run = store.current();
  if (run !== null && canRunAgain(run) && store.start(client, run.request)) carrySeam(run, store.current());
}

/** Another answer to the same request goes on from where the one before did. */
export function carrySeam(before: Run, run: Run | null): void {
  if (run !== null && run.id !== before.id && isSameRequest(run.request, before.request))
    noteSeam(run.id, resumptionOf(before.id)?.atToken);
}

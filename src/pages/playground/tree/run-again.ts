// Sends the request of the run on the page once more, because a person asked for it.
import type { Client } from '#api/client.ts';
import { nextStep } from '#pages/playground/resume/next-step.ts';
import type { Run } from '#pages/playground/run.ts';
import type { RunStore } from '#pages/playground/run-store.ts';

/**
 * Whether another answer can be asked for. Not where a run brought nothing: its own “Send again” knows how long the
 * service asks to wait, and what may have been charged.
 */
export function canRunAgain(run: Run): boolean {
  if (run.state.phase !== 'ended') return false;
  return run.recording.tokenCount > 0 || !nextStep(run).canRepeat;
}

/** The very same request: history knows by it that the new run stands beside the old one. @returns false where `canRunAgain` says no, or there is no run */
export function runAgain(store: RunStore, client: Client): boolean {
  const run = store.current();
  return run !== null && canRunAgain(run) && store.start(client, run.request);
}

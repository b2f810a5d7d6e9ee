// Which requests of an experiment failed, and which of them may succeed when they are sent again.
import { nextStep } from '#pages/playground/recovery/next-step.ts';
import { isWhole, type Run } from '#run/run.ts';

/** Whether a run is over without having brought everything, and nobody stopped it. */
export function hasFailed({ state }: Run): boolean {
  return state.phase === 'ended' && !isWhole(state.endState) && state.endState !== 'stopped';
}

/** Whether the same request may succeed the next time. */
export function isWorthAgain(run: Run): boolean {
  return hasFailed(run) && nextStep(run).canRepeat;
}

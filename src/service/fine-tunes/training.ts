// One training from its start to its end, whatever ends it.
import type { FineTuneEvent, FineTunePlan } from '#service/engine/fine-tuning/contract.ts';
import { startFineTune } from '#service/engine/fine-tuning/fine-tuning.ts';

/** How a training ended; a fault is what `keep` has thrown. */
export type TrainingEnd = 'done' | 'stopped' | { readonly failure: string } | { readonly fault: unknown };

/**
 * Trains until the end or until the signal aborts, which takes a step at most. `keep` gets every event; what it throws
 * ends the training with that fault. The thread is gone when this resolves.
 */
export function train(
  plan: FineTunePlan,
  keep: (event: FineTuneEvent) => void,
  signal: AbortSignal,
): Promise<TrainingEnd> {
  return new Promise((resolve, reject) => {
    /** The first end counts. */
    const finish = (end: TrainingEnd): void => {
      signal.removeEventListener('abort', handleAbort);
      run.stop().then(() => resolve(end), reject);
    };
    const handleAbort = () => finish('stopped');
    const run = startFineTune(plan, (event) => {
      try {
        keep(event);
      } catch (fault) {
        finish({ fault });
      }
      if (event.kind === 'done') finish('done');
      if (event.kind === 'failed') finish({ failure: event.message });
    });
    signal.addEventListener('abort', handleAbort);
    if (signal.aborted) handleAbort();
  });
}

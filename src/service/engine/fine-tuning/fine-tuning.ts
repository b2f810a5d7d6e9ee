// Fine-tuning as the service sees it: a run in a worker thread, and a look at a file before.
import { setTimeout } from 'node:timers/promises';
import { startTrainer } from '#service/engine/start-worker.ts';
import type { FineTuneEvent, FineTunePlan, FineTuneRun } from './contract.ts';
import type { FromTrainer, ToTrainer } from './messages.ts';

export { inspectTrainingFile } from './inspect-file.ts';

/** How long a stop waits for the state to be saved; every file is whole at any moment, so that the thread may end. */
const STOP_MS = 10_000;

/**
 * Trains in a thread of its own, from the state in the output folder if there is one. `onEvent` must not throw; when
 * it returns, an event counts as kept, and will not come again once the state after it is saved.
 */
export function startFineTune(plan: FineTunePlan, onEvent: (event: FineTuneEvent) => void): FineTuneRun {
  const worker = startTrainer();
  const post = (message: ToTrainer): void => worker.postMessage(message, []);
  let isOver = false;
  let isStopping = false;
  const handle = (event: FineTuneEvent): void => {
    if (isOver) return;
    isOver = event.kind === 'done' || event.kind === 'failed';
    onEvent(event);
  };
  const fail = (message: string): void => {
    if (!isStopping) handle({ kind: 'failed', message });
  };
  worker.on('message', (message: FromTrainer) => {
    if (message.kind === 'event') handle(message.event);
    else post({ kind: 'settled' });
  });
  worker.on('error', (error: Error) => fail(`The training broke off: ${error.message}`));
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      fail('The training broke off.');
      resolve();
    });
  });
  post({ kind: 'start', plan });
  return {
    stop: async () => {
      isStopping = true;
      post({ kind: 'stop' });
      const patience = new AbortController();
      const impatient = setTimeout(STOP_MS, undefined, { signal: patience.signal, ref: false }).then(
        () => worker.terminate(),
        () => {},
      );
      await exited;
      patience.abort();
      await impatient;
    },
  };
}

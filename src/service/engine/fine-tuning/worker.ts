// Trainer thread entry, at low priority.
import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Conversion, convertModelFile, ModelFileError } from '#service/engine/model/model-file.ts';
import type { FineTunePlan, FromTrainer, ToTrainer } from './contract.ts';
import { runFineTune } from './run.ts';

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread');
const send = (message: FromTrainer): void => port.postMessage(message, []);
const waiting: (() => void)[] = [];
let isStopping = false;

// Both ends are this program, so messages need no validation.
port.on('message', (message: ToTrainer) => {
  switch (message.kind) {
    case 'start':
      void start(message.plan);
      break;
    case 'convert':
      void convert(message.conversion);
      break;
    case 'stop':
      isStopping = true;
      break;
    case 'settled':
      waiting.shift()?.();
      break;
  }
});

async function start(plan: FineTunePlan): Promise<void> {
  await lowerPriority();
  await runFineTune(plan, {
    emit: (event) => send({ kind: 'event', event }),
    settle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        send({ kind: 'settle' });
      }),
    isStopping: () => isStopping,
  });
  port?.close();
}

/** Other errors end the thread. */
async function convert(conversion: Conversion): Promise<void> {
  try {
    send({ kind: 'converted', converted: await convertModelFile(conversion) });
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    send({ kind: 'refused', reason: error.message });
  }
  port?.close();
}

/** Only Linux has per-thread priorities; elsewhere this would slow down the whole process. */
async function lowerPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  // New threads inherit the priority: start the file system's thread pool first.
  await stat('.');
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

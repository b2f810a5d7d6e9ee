// The entry of the trainer's thread. While it trains, it gives way to every other thread of the process.
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

// Both ends are this program, so what arrives is what messages.ts says.
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

/** What is no fault of the file ends the thread. */
async function convert(conversion: Conversion): Promise<void> {
  try {
    send({ kind: 'converted', converted: await convertModelFile(conversion) });
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    send({ kind: 'refused', reason: error.message });
  }
  port?.close();
}

/** On Linux alone a priority belongs to the thread that asks; elsewhere all of the process would become slow. */
async function lowerPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  // New threads inherit the priority. The pool for file operations is shared, so it has to exist before.
  await stat('.');
  setPriority(0, constants.priority.PRIORITY_LOW);
}

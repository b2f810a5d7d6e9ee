// The entry of the engine's worker thread.
import { parentPort, workerData } from 'node:worker_threads';
import { EngineLoop } from './serving/engine-loop.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './serving/messages.ts';

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread');
// Both ends are this program: what arrives has the types of messages.ts.
const setup: WorkerSetup = workerData;
const loop = new EngineLoop(setup, (message: FromWorker) => port.postMessage(message));
port.on('message', (message: ToWorker) => loop.handle(message));

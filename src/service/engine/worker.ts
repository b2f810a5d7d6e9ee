// Engine worker thread entry.
import { parentPort } from 'node:worker_threads';
import { EngineLoop } from './engine-loop.ts';
import type { ToWorker } from './contract.ts';

const port = parentPort;
if (!port) throw new Error('this file runs in a worker thread');
const loop = new EngineLoop((message) => port.postMessage(message));
// Both ends are this program, so messages need no validation.
port.on('message', (message: ToWorker) => loop.handle(message));

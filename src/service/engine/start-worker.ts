// Starting the engine's threads and finding its weights, from TypeScript sources as from the production bundle.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** This file, or the bundle that it is part of: beside both lies the folder of weights. */
const here = import.meta.url;

/** The path of a weight file that comes with the program. */
export const bundledWeights = (name: string): string => fileURLToPath(new URL(`weights/${name}`, here));

/** The thread of completions, which knows no model yet. */
export const startWorker = (): Worker => startThread('worker.ts', 'worker.js');

/** The thread of a fine-tune, which waits for `start`. */
export const startTrainer = (): Worker => startThread('fine-tuning/worker.ts', 'trainer.js');

/** The bundle has an entry beside itself, under the name that the build gives it; in sources tests name a folder of them. */
function startThread(source: string, bundled: string): Worker {
  const built = process.env['INFERDECK_THREADS'];
  if (!new URL(here).pathname.endsWith('.ts')) return new Worker(new URL(bundled, here));
  if (built !== undefined) return new Worker(join(built, bundled));
  // A worker of Node 20 takes no loader from its command line, but it can import through tsx, found from the working directory.
  const entry = new URL(source, here).href;
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(entry)}, ${JSON.stringify(here)}))`;
  return new Worker(code, { eval: true });
}

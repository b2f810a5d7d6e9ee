// Starting the engine's worker threads, from TypeScript sources or from the bundle.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** This file or the bundle: the weights folder is beside both. */
const here = import.meta.url;

/** The path of a weight file that ships with the program. */
export const bundledWeights = (name: string): string => fileURLToPath(new URL(`weights/${name}`, here));

/** The completions worker, which has no models yet. */
export const startWorker = (): Worker => startThread('worker.ts', 'worker.js');

/** The fine-tuning worker, which waits for `start`. */
export const startTrainer = (): Worker => startThread('fine-tuning/worker.ts', 'trainer.js');

/** The bundle has an entry beside itself, named by the build; tests that run from sources set a folder of entries. */
function startThread(source: string, bundled: string): Worker {
  const built = process.env['INFERDECK_THREADS'];
  if (!new URL(here).pathname.endsWith('.ts')) return new Worker(new URL(bundled, here));
  if (built !== undefined) return new Worker(join(built, bundled));
  // Node 20 workers take no loader from the command line, but can import through tsx, resolved from the working
  // directory.
  const entry = new URL(source, here).href;
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(entry)}, ${JSON.stringify(here)}))`;
  return new Worker(code, { eval: true });
}

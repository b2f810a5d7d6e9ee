// Engine worker threads, started from TypeScript sources or the bundle.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const here = import.meta.url;

/** Beside this file and the bundle. */
export const baseModelFile = fileURLToPath(new URL('tale-1m.bin', here));

export const startWorker = (): Worker => startThread('worker.ts', 'worker.js');

export const startTrainer = (): Worker => startThread('fine-tuning/worker.ts', 'trainer.js');

/** Tests that run from sources set a folder of built entries. */
function startThread(source: string, bundled: string): Worker {
  const built = process.env['INFERDECK_THREADS'];
  if (!new URL(here).pathname.endsWith('.ts')) return new Worker(new URL(bundled, here));
  if (built !== undefined) return new Worker(join(built, bundled));
  // Node 20 workers take no loader from the command line, but can import through tsx.
  const entry = new URL(source, here).href;
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(entry)}, ${JSON.stringify(here)}))`;
  return new Worker(code, { eval: true });
}

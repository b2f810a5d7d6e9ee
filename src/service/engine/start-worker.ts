// Starting the engine's worker and finding its weights, from TypeScript sources as from the production bundle.
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** This file, or the bundle that it is part of: beside both lies the folder of weights. */
const here = import.meta.url;

/** The path of a weight file that comes with the program. */
export const bundledWeights = (name: string): string => fileURLToPath(new URL(`weights/${name}`, here));

/** The worker, which waits for `load`. In sources it is compiled by tsx, in the bundle it is `worker.js` beside it. */
export function startWorker(): Worker {
  if (!new URL(here).pathname.endsWith('.ts')) return new Worker(new URL('worker.js', here));
  // A worker of Node 20 takes no loader from its command line, but it can import through tsx, found from the working directory.
  const worker = new URL('worker.ts', here).href;
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(worker)}, ${JSON.stringify(here)}))`;
  return new Worker(code, { eval: true });
}

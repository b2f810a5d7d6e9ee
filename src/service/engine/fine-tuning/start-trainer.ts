// Starting the trainer's thread, from TypeScript sources as from the production bundle.
import { Worker } from 'node:worker_threads';

/** This file, or the bundle that it is part of. */
const here = import.meta.url;

/** The trainer, which waits for `start`. In sources it is compiled by tsx, in the bundle it is `trainer.js` beside it. */
export function startTrainer(): Worker {
  if (!new URL(here).pathname.endsWith('.ts')) return new Worker(new URL('trainer.js', here));
  const entry = new URL('worker.ts', here).href;
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(entry)}, ${JSON.stringify(here)}))`;
  return new Worker(code, { eval: true });
}

// Background program that kills itself while writing the given step.
import { startEngine } from '#service/engine/engine.ts';
import { type Background, startBackground } from '#service/assembly.ts';

const [home = '', lastStep] = process.argv.slice(2);
let background: Background | null = null;
background = await startBackground({
  home,
  engine: await startEngine(),
  sample: false,
  // The clock is read inside each transaction that writes an event.
  clock: () => {
    const [job] = background?.store.fineTunes.listOpen() ?? [];
    const step = background?.store.events.list(job?.id ?? '').at(-1)?.step ?? 0;
    if (step >= Number(lastStep)) process.kill(process.pid, 'SIGKILL');
    return Date.now();
  },
  onFailure: (error) => {
    throw error;
  },
});

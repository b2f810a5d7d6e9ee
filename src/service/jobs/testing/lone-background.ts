// A program for a test: works in a data folder until it is killed.
import { startEngine } from '#service/engine/engine.ts';
import { startBackground } from '#service/jobs/background.ts';

const engine = await startEngine();
await startBackground({
  home: process.argv[2] ?? '',
  engine,
  sample: false,
  onFailure: (error) => {
    throw error;
  },
});

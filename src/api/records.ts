// Lazy chunk with the records that only some pages read.
export { Checkpoint } from '#api/schema/fine-tune.ts';
export { eventsInOrder } from '#api/schema/fine-tune.ts';
export { FineTuneEvent } from '#api/schema/fine-tune.ts';
export { readFineTunesInTurns } from './growing-fine-tunes.ts';
export { readMetrics } from './metrics.ts';
export { Hardware } from './schema/hardware.ts';
export { Job } from './schema/job.ts';

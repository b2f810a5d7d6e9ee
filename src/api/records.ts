// The records that only some pages read, in one part that is loaded when the first of them is asked for.
export { Checkpoint } from './schema/checkpoint.ts';
export { eventsInOrder, withEventsInOrder } from './schema/event-order.ts';
export { FineTuneEvent } from './schema/fine-tune-event.ts';
export { FineTuneMetric } from './schema/fine-tune-metrics.ts';
export { FineTune, withDocumentedNames } from './schema/fine-tune.ts';
export { Hardware } from './schema/hardware.ts';
export { Job } from './schema/job.ts';

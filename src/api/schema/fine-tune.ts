// FineTune: schemas for fine-tuning jobs, their events, checkpoints and metrics.
import * as z from 'zod/mini';
import { oldestFirst, readTimeMs } from '#lib/read-time.ts';
import './jitless.ts';
import { Amount } from './model.ts';
import { openEnum, type RecordList } from './read-list.ts';

/** Seen so far. Open, upper or lower case. */
export const FineTuneEventType = openEnum([
  'job_pending',
  'job_start',
  'job_stopped',
  'job_restarted',
  'job_complete',
  'job_error',
  'job_user_error',
  'cancel_requested',
  'model_downloading',
  'model_download_complete',
  'training_data_downloading',
  'training_data_download_complete',
  'validation_data_downloading',
  'validation_data_download_complete',
  'wandb_init',
  'training_start',
  'training_step',
  'epoch_complete',
  'eval_complete',
  'checkpoint_save',
  'training_complete',
  'early_stopped',
  'model_compressing',
  'compressing_model',
  'model_compression_complete',
  'model_uploading',
  'model_upload_complete',
  'billing_limit',
  'refund',
  'warning',
]);

const FineTuneEventLevel = openEnum([
  '',
  'info',
  'warning',
  'error',
  'Info',
  'Warning',
  'Error',
  'legacy_info',
  'legacy_iwarning',
  'legacy_ierror',
]);

export const FineTuneEvent = z.looseObject({
  object: z.optional(openEnum(['fine-tune-event'])),
  created_at: z.optional(z.string()),
  message: z.optional(z.string()),
  type: z.optional(FineTuneEventType),
  param_count: z.optional(z.number()),
  token_count: z.optional(z.number()),
  total_steps: z.optional(z.number()),
  wandb_url: z.optional(z.string()),
  step: z.optional(z.number()),
  checkpoint_path: z.optional(z.string()),
  model_path: z.optional(z.string()),
  training_offset: z.optional(z.number()),
  hash: z.optional(z.string()),
  level: z.optional(z.nullable(FineTuneEventLevel)),
});

/** 0 and "" often mean "not set". */
export type FineTuneEvent = z.infer<typeof FineTuneEvent>;

/** Seen so far. Open, in no fixed order. */
const FineTuneStatus = openEnum([
  'pending',
  'queued',
  'model_downloading',
  'running',
  'compressing',
  'uploading',
  'cancel_requested',
  'cancelled',
  'completed',
  'error',
  'user_error',
  'failed',
]);

export const FineTune = z.looseObject({
  id: z.string(),
  status: z.optional(FineTuneStatus),
  training_file: z.optional(z.string()),
  validation_file: z.optional(z.string()),
  model: z.optional(z.string()),
  model_output_name: z.optional(z.string()),
  model_output_path: z.optional(z.string()),
  trainingfile_numlines: z.optional(z.number()),
  trainingfile_size: z.optional(z.number()),
  created_at: z.optional(z.string()),
  updated_at: z.optional(z.string()),
  n_epochs: z.optional(z.number()),
  n_checkpoints: z.optional(z.number()),
  n_evals: z.optional(z.number()),
  batch_size: z.optional(z.union([openEnum(['max']), z.number()])),
  learning_rate: z.optional(z.number()),
  lr_scheduler: z.optional(
    z.looseObject({
      lr_scheduler_type: z.optional(openEnum(['linear', 'cosine'])),
      lr_scheduler_args: z.optional(z.looseObject({ min_lr_ratio: z.optional(z.number()) })),
    }),
  ),
  warmup_ratio: z.optional(z.number()),
  max_grad_norm: z.optional(z.number()),
  weight_decay: z.optional(z.number()),
  eval_steps: z.optional(z.number()),
  train_on_inputs: z.optional(z.union([openEnum(['auto']), z.boolean()])),
  training_method: z.optional(z.looseObject({ method: z.optional(openEnum(['sft', 'dpo'])) })),
  training_type: z.optional(z.looseObject({ type: z.optional(openEnum(['Full', 'Lora'])) })),
  job_id: z.optional(z.string()),
  events: z.optional(z.array(FineTuneEvent)),
  token_count: z.optional(z.number()),
  param_count: z.optional(z.number()),
  total_price: z.optional(Amount),
  epochs_completed: z.optional(z.number()),
  queue_depth: z.optional(z.number()),
  wandb_project_name: z.optional(z.string()),
  wandb_url: z.optional(z.string()),
  from_checkpoint: z.optional(z.string()),

  seed: z.optional(z.number()),
  total_steps: z.optional(z.number()),
  steps_completed: z.optional(z.number()),
  evals_completed: z.optional(z.number()),
  started_at: z.optional(z.string()),
  early_stopped: z.optional(z.boolean()),
  progress: z.optional(
    z.looseObject({
      estimate_available: z.optional(z.boolean()),
      seconds_remaining: z.optional(z.number()),
    }),
  ),
});

/**
 * 0 and "" often mean "not set". `total_price` has no stated unit, `started_at` is that of the current stage,
 * `progress.seconds_remaining` counts from `updated_at` to the next status.
 */
export type FineTune = z.infer<typeof FineTune>;

export function withDocumentedNames(fineTune: FineTune): FineTune {
  const lines = fineTune.trainingfile_numlines ?? fineTune['TrainingFileNumLines'];
  const size = fineTune.trainingfile_size ?? fineTune['TrainingFileSize'];
  return {
    ...fineTune,
    ...(typeof lines === 'number' && { trainingfile_numlines: lines }),
    ...(typeof size === 'number' && { trainingfile_size: size }),
  };
}

export const Checkpoint = z.looseObject({
  step: z.optional(z.number()),
  created_at: z.optional(z.string()),
  path: z.optional(z.string()),
  checkpoint_type: z.optional(openEnum(['Intermediate', 'Final', 'Final Merged', 'Final Adapter'])),
});

/** `checkpoint_type` is a label to show; two final ones can share a step. */
export type Checkpoint = z.infer<typeof Checkpoint>;

/** A diverged loss is infinite, which zod's number refuses. */
const numberOrInfinite = z.custom<number>((value) => typeof value === 'number', 'expected a number');

/** Training and evaluation rows are separate, even at the same step. */
export const FineTuneMetric = z.looseObject({
  timestamp: z.optional(z.union([z.number(), z.string()])),
  'train/global_step': z.optional(z.number()),
  'train/epoch': z.optional(z.number()),
  'train/loss': z.optional(numberOrInfinite),
  'train/grad_norm': z.optional(numberOrInfinite),
  'train/learning_rate': z.optional(z.number()),
  'eval/loss': z.optional(numberOrInfinite),
});

/** `timestamp` in nanoseconds since the epoch: above 2^53, so approximate. */
export type FineTuneMetric = z.infer<typeof FineTuneMetric>;

/** Oldest first; the same object if they are already. */
export function withEventsInOrder(fineTune: FineTune): FineTune {
  const { events } = fineTune;
  if (events === undefined) return fineTune;
  const ordered = oldestFirst(events, eventTimeMs);
  return ordered === events ? fineTune : { ...fineTune, events: [...ordered] };
}

export function eventsInOrder(list: RecordList<FineTuneEvent>): RecordList<FineTuneEvent> {
  const places = oldestFirst([...list.items.entries()], ([, event]) => eventTimeMs(event));
  return {
    ...list,
    items: places.map(([, event]) => event),
    raw: places.map(([place]) => list.raw[place]),
  };
}

const eventsByType = new WeakMap<readonly FineTuneEvent[], Map<string, FineTuneEvent[]>>();

/**
 * In the order of `events`, by which they are kept: they are asked for at every render, and may be thousands.
 * @param type in lower case
 */
export function eventsOfType(events: readonly FineTuneEvent[], type: string): readonly FineTuneEvent[] {
  const known = eventsByType.get(events) ?? groupedByType(events);
  eventsByType.set(events, known);
  return known.get(type) ?? [];
}

function groupedByType(events: readonly FineTuneEvent[]): Map<string, FineTuneEvent[]> {
  const groups = new Map<string, FineTuneEvent[]>();
  for (const event of events) {
    const type = event.type?.toLowerCase() ?? '';
    const group = groups.get(type);
    if (group === undefined) groups.set(type, [event]);
    else group.push(event);
  }
  return groups;
}

const knownTimes = new WeakMap<FineTuneEvent, number | null>();

/** Unix milliseconds, or null. By event, which stays the same object from answer to answer: thousands are asked for. */
export function eventTimeMs(event: FineTuneEvent): number | null {
  const known = knownTimes.get(event);
  if (known !== undefined) return known;
  const timeMs = readTimeMs(event.created_at);
  knownTimes.set(event, timeMs);
  return timeMs;
}

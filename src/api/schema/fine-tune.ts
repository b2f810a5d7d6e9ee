// FineTune: an element of data in GET /fine-tunes.
import * as z from 'zod/mini';
import { FineTuneEvent } from './fine-tune-event.ts';
import './jitless.ts';
import { openEnum } from './open-enum.ts';

/** Statuses of a fine-tuning job that have been seen. Open, in no fixed order. */
export const FineTuneStatus = openEnum([
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

/** Fine-tuning job of the interface document, then the fields that services have added since. */
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
  total_price: z.optional(z.number()),
  epochs_completed: z.optional(z.number()),
  queue_depth: z.optional(z.number()),
  wandb_project_name: z.optional(z.string()),
  wandb_url: z.optional(z.string()),
  from_checkpoint: z.optional(z.string()),

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
 * A fine-tuning job. 0 and "" often mean "not set". `total_price` has no stated unit. `started_at` is that of the
 * current stage; `progress.seconds_remaining` counts to the next status, from `updated_at`.
 */
export type FineTune = z.infer<typeof FineTune>;

/** The record with its sizes under the document's names, where the service sent them under its own. */
export function withDocumentedNames(fineTune: FineTune): FineTune {
  const lines = fineTune.trainingfile_numlines ?? fineTune['TrainingFileNumLines'];
  const size = fineTune.trainingfile_size ?? fineTune['TrainingFileSize'];
  return {
    ...fineTune,
    ...(typeof lines === 'number' && { trainingfile_numlines: lines }),
    ...(typeof size === 'number' && { trainingfile_size: size }),
  };
}

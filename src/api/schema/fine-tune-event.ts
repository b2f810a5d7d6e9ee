// FineTuneEvent: what happened to a fine-tuning job, and when.
import * as z from 'zod/mini';
import './jitless.ts';
import { openEnum } from './open-enum.ts';

/** Types of fine-tune events that have been seen. Open, upper or lower case. */
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

/** Levels of fine-tune events that have been seen. Open. */
export const FineTuneEventLevel = openEnum([
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

/** Fine-tune event of the interface document. */
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

/** One event of a fine-tuning job. 0 and "" often mean "not set". */
export type FineTuneEvent = z.infer<typeof FineTuneEvent>;

// FineTuneMetric: a row of GET /fine-tunes/{id}/metrics, which some services have beside the interface document.
import * as z from 'zod/mini';
import './jitless.ts';

/** A loss that diverged is infinite, and worth showing: zod's own number refuses it. */
const numberOrInfinite = z.custom<number>((value) => typeof value === 'number', 'expected a number');

/** A metrics row. Training and evaluation rows are separate objects, at the same step too. */
export const FineTuneMetric = z.looseObject({
  timestamp: z.optional(z.union([z.number(), z.string()])),
  'train/global_step': z.optional(z.number()),
  'train/epoch': z.optional(z.number()),
  'train/loss': z.optional(numberOrInfinite),
  'train/grad_norm': z.optional(numberOrInfinite),
  'train/learning_rate': z.optional(z.number()),
  'eval/loss': z.optional(numberOrInfinite),
});

/** A metrics row; `timestamp` is in nanoseconds since the epoch, above 2^53 and so approximate. */
export type FineTuneMetric = z.infer<typeof FineTuneMetric>;

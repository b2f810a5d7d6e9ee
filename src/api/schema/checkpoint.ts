// Checkpoint: an element of data in GET /fine-tunes/{id}/checkpoints.
import * as z from 'zod/mini';
import './jitless.ts';
import { openEnum } from './open-enum.ts';

/** Checkpoint of the interface document. */
export const Checkpoint = z.looseObject({
  step: z.optional(z.number()),
  created_at: z.optional(z.string()),
  path: z.optional(z.string()),
  checkpoint_type: z.optional(openEnum(['Intermediate', 'Final', 'Final Merged', 'Final Adapter'])),
});

/** A saved state of a fine-tune. `checkpoint_type` is a label to show; two final ones can share a step. */
export type Checkpoint = z.infer<typeof Checkpoint>;

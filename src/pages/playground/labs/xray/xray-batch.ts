// The newest X-ray of a prompt: kept over a reload.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import { batchKeeping } from '#pages/playground/labs/score/batch-keeping.ts';
import { createScoreBatch } from '#pages/playground/labs/score/score-batch.ts';

/** Its subject is the prompt that was sent. */
export const xrayBatch = createScoreBatch(
  undefined,
  batchKeeping('lab xray', z.object({ prompt: z.string() })),
);

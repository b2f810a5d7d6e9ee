// The newest X-ray of a prompt: kept while the view is left.
import { createScoreBatch } from '#pages/playground/labs/score/score-batch.ts';

/** Its subject is the prompt that was sent. */
export const xrayBatch = createScoreBatch<{ readonly prompt: string }>();

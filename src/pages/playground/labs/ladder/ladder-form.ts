// What a person chose for the ladder, its newest scores and its runs: kept while the lab is left.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { createKeptComparison } from '#pages/playground/compare/kept-comparison.ts';
import type { Rung } from '#pages/playground/compare/rungs.ts';
import { batchKeeping } from '#pages/playground/labs/score/batch-keeping.ts';
import { createScoreBatch } from '#pages/playground/labs/score/score-batch.ts';

/** The fine-tune, and the text that its rungs are scored by; null is "as it comes": the newest, the draft's prompt. */
export const useLadderForm = create<{ readonly fineTuneId: string | null; readonly text: string | null }>(
  () => ({ fineTuneId: null, text: null }),
);

/** What the newest scores are about; the tasks are one a rung. */
export interface LadderSubject {
  readonly fineTune: string;
  readonly rungs: readonly Rung[];
  readonly text: string;
}

const RungRecord = z.object({
  kind: z.enum(['base', 'checkpoint', 'final']),
  model: z.string(),
  step: z.nullable(z.number()),
});

/** The newest scores. */
export const ladderBatch = createScoreBatch<LadderSubject>(
  undefined,
  batchKeeping(
    'lab ladder',
    z.object({ fineTune: z.string(), rungs: z.array(RungRecord), text: z.string() }),
  ),
);

/** The runs of the prompt, by the rung's model, and the way to bring back those from before a reload. */
export const { comparison: ladderComparison, restore: restoreLadder } = createKeptComparison(
  'ladder',
  () => true,
);

// What a person chose for the ladder, its newest scores and its runs: kept while the lab is left.
import * as z from 'zod/mini';
import { create } from 'zustand';
import '#api/schema/jitless.ts';
import type { Rung } from '#pages/playground/compare/checkpoint-models.ts';
import { createKeptComparison } from '#pages/playground/compare/comparison.ts';
import { batchKeeping, createScoreBatch } from './score-batch.ts';

/** The fine-tune, and the text that its rungs are scored by; null is "as it comes": the newest, the draft's prompt. */
interface LadderForm {
  readonly fineTuneId: string | null;
  /** The draft's model when the fine-tune was chosen: a link to another model opens the fine-tune of that. */
  readonly besideModel: string | null;
  readonly text: string | null;
}

/** What a person chose. */
export const useLadderForm = create<LadderForm>(() => ({ fineTuneId: null, besideModel: null, text: null }));

/** Which fine-tune to open: the chosen one, or that of another model that was taken since. */
export function wantedFineTune(
  { fineTuneId, besideModel }: Pick<LadderForm, 'fineTuneId' | 'besideModel'>,
  model: string,
  ids: readonly string[],
): string | null {
  const own = ids.find((id) => model === id || model.startsWith(`${id}:`));
  return model === besideModel ? fineTuneId : (own ?? fineTuneId);
}

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

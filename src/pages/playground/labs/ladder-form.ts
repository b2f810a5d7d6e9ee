// Checkpoint comparison form, scores and runs.
import * as z from 'zod/mini';
import { create } from 'zustand';
import '#api/schema/jitless.ts';
import type { Rung } from '#pages/playground/compare/checkpoint-models.ts';
import { createKeptComparison } from '#pages/playground/compare/comparison.ts';
import { batchKeeping, createScoreBatch } from './score-batch.ts';

/** Null: the newest fine-tune, the draft's prompt. */
interface LadderForm {
  readonly fineTuneId: string | null;
  /** The draft's model at the time of choice: a link to another model opens that model's fine-tune. */
  readonly besideModel: string | null;
  readonly text: string | null;
}

export const useLadderForm = create<LadderForm>(() => ({ fineTuneId: null, besideModel: null, text: null }));

/** The chosen fine-tune, or that of a model chosen since. */
export function wantedFineTune(
  { fineTuneId, besideModel }: Pick<LadderForm, 'fineTuneId' | 'besideModel'>,
  model: string,
  ids: readonly string[],
): string | null {
  const own = ids.find((id) => model === id || model.startsWith(`${id}:`));
  return model === besideModel ? fineTuneId : (own ?? fineTuneId);
}

/** One task per model. */
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

export const ladderBatch = createScoreBatch<LadderSubject>(
  undefined,
  batchKeeping(
    'lab ladder',
    z.object({ fineTune: z.string(), rungs: z.array(RungRecord), text: z.string() }),
  ),
);

/** Runs by model, and their restore after a reload. */
export const { comparison: ladderComparison, restore: restoreLadder } = createKeptComparison(
  'ladder',
  () => true,
);

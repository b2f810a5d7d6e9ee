// Checkpoint comparison form, scores and runs.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { createStoredForm } from '#lib/stored-form.ts';
import { createKeptComparison } from '#pages/playground/compare/comparison.ts';
import { Stage } from '#pages/playground/compare/stages.ts';
import { createRequestSet } from '#run/request-set.ts';

/** Null: the newest fine-tune, the draft's prompt. */
const CheckpointForm = z.object({
  fineTuneId: z.nullable(z.string()),
  /** The draft's model when chosen: a link to another model opens that model's fine-tune. */
  besideModel: z.nullable(z.string()),
  text: z.nullable(z.string()),
});
type CheckpointForm = z.infer<typeof CheckpointForm>;

export const useCheckpointForm = createStoredForm('inferdeck.checkpoints', CheckpointForm, {
  fineTuneId: null,
  besideModel: null,
  text: null,
});

/** The chosen fine-tune, or that of a model chosen since. */
export function wantedFineTune(
  { fineTuneId, besideModel }: Pick<CheckpointForm, 'fineTuneId' | 'besideModel'>,
  model: string,
  ids: readonly string[],
): string | null {
  const own = ids.find((id) => model === id || model.startsWith(`${id}:`));
  return model === besideModel ? fineTuneId : (own ?? fineTuneId);
}

const Plan = z.object({
  fineTune: z.string(),
  stages: z.readonly(z.array(Stage)),
  text: z.string(),
});

/** One request per stage. Older stored plans call the stages `rungs`. */
export const StagePlan = z.union([
  Plan,
  z.pipe(
    z.object({ fineTune: z.string(), rungs: z.readonly(z.array(Stage)), text: z.string() }),
    z.transform(({ rungs, ...rest }): z.infer<typeof Plan> => ({ ...rest, stages: rungs })),
  ),
]);

export type StagePlan = z.infer<typeof Plan>;

export const stageRuns = createRequestSet<StagePlan>({ key: 'lab ladder', schema: StagePlan });

export const {
  comparison: checkpointComparison,
  isLosing: isLosingCheckpoints,
  restore: restoreCheckpoints,
} = createKeptComparison('ladder', () => true);

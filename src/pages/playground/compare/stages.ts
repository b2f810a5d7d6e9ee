// Models of a fine-tune.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { checkpointName, checkpointStep, isCompleted, isWholeRun } from '#api/fine-tune-status.ts';
import type { Checkpoint, FineTune } from '#api/schema/fine-tune.ts';

/** `model` is its name for completions. */
export const Stage = z.object({
  kind: z.enum(['base', 'checkpoint', 'final']),
  model: z.string(),
  /** 0 for the base. */
  step: z.nullable(z.number()),
});

export type Stage = Readonly<z.infer<typeof Stage>>;

/**
 * In training order. The last checkpoint and the final model are one.
 * @param listed known ids of GET /models
 */
export function stagesOf(
  fineTune: FineTune,
  checkpoints: readonly Checkpoint[],
  listed?: ReadonlySet<string>,
): readonly Stage[] {
  const base = fineTune.from_checkpoint || fineTune.model;
  const saved = checkpoints
    .flatMap((checkpoint) => {
      const model = checkpointName(fineTune.id, checkpoint, listed);
      return model === null ? [] : [{ kind: 'checkpoint', model, step: checkpointStep(checkpoint) } as const];
    })
    .filter(({ model }, index, all) => all.findIndex((each) => each.model === model) === index)
    .toSorted((one, other) => (one.step ?? Infinity) - (other.step ?? Infinity));
  const output = isCompleted(fineTune.status) ? fineTune.model_output_name : undefined;
  // 0 often means "not set".
  const planned = isWholeRun(fineTune) ? fineTune.total_steps || null : null;
  const lastStep = saved.findLast(({ step }) => step !== null)?.step ?? planned;
  const isLastFinal = checkpoints.some(
    (checkpoint) =>
      (checkpointStep(checkpoint) ?? lastStep) === lastStep &&
      /^final/i.test(checkpoint.checkpoint_type ?? ''),
  );
  const own = output && isLastFinal ? saved.filter(({ step }) => step !== null && step !== lastStep) : saved;
  return [
    ...(base ? [{ kind: 'base', model: base, step: 0 } as const] : []),
    ...own,
    ...(output ? [{ kind: 'final', model: output, step: lastStep } as const] : []),
  ];
}

/** `base`, `step 40`, `final, step 96` */
export function stageName({ kind, step }: Stage): string {
  if (kind === 'base') return 'base';
  const at = step === null ? '' : `step ${step}`;
  if (kind === 'checkpoint' && step === null) return 'final checkpoint';
  return kind === 'final' ? ['final', at].filter(Boolean).join(', ') : at;
}

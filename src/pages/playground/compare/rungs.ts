// The models that a fine-tune made on its way: where it began, each checkpoint, and what came out.
import type { Checkpoint } from '#api/schema/checkpoint.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';

/** One of them, under the name that completions take. */
export interface Rung {
  readonly kind: 'base' | 'checkpoint' | 'final';
  readonly model: string;
  /** Training steps behind it; 0 for the base, null where the service does not say. */
  readonly step: number | null;
}

/** In order of training. The last checkpoint and the model that came out of it are one rung. */
export function rungsOf(fineTune: FineTune, checkpoints: readonly Checkpoint[]): readonly Rung[] {
  const base = fineTune.from_checkpoint || fineTune.model;
  const steps = [...new Set(checkpoints.flatMap(({ step }) => step ?? []))].toSorted((a, b) => a - b);
  const output = fineTune.status === 'completed' ? fineTune.model_output_name : undefined;
  const lastStep = steps.at(-1) ?? fineTune.total_steps ?? null;
  const isLastFinal = checkpoints.some(
    ({ step, checkpoint_type: type }) => step === lastStep && type?.startsWith('Final'),
  );
  const own = output && isLastFinal ? steps.slice(0, -1) : steps;
  return [
    ...(base ? [{ kind: 'base', model: base, step: 0 } as const] : []),
    ...own.map((step) => ({ kind: 'checkpoint', model: `${fineTune.id}:${step}`, step }) as const),
    ...(output ? [{ kind: 'final', model: output, step: lastStep } as const] : []),
  ];
}

/** `base`, `step 40`, `final, step 96`. */
export function rungName({ kind, step }: Rung): string {
  if (kind === 'base') return 'base';
  const at = step === null ? '' : `step ${step}`;
  return kind === 'final' ? ['final', at].filter(Boolean).join(', ') : at;
}

// The checkpoint to use: the saved step nearest to the best evaluation, and what it costs that they are not the same.
import { checkpointName, checkpointStep } from '#api/checkpoint-name.ts';
import type { Checkpoint } from '#api/schema/checkpoint.ts';
import type { CurveSegment, CurveSet } from '#pages/fine-tunes/curves/curve.ts';

/** The best evaluation and the saved step nearest to it. */
export interface BestCheckpoint {
  readonly bestStep: number;
  readonly bestLoss: number;
  /** The saved step; the lower loss wins where two are equally near. */
  readonly step: number;
  /** Its loss: measured there, or on the line between the evaluations around it; null where it lies outside them. */
  readonly loss: number | null;
  readonly isMeasured: boolean;
  /** How much higher its loss is than the best; null where its loss is not known. */
  readonly penalty: number | null;
  /** Its name where a model is asked for. */
  readonly model: string;
}

/** The best evaluation, or a sentence that says why no checkpoint can be named. */
export type BestFinding =
  | { readonly isKnown: true; readonly best: BestCheckpoint }
  | { readonly isKnown: false; readonly bestStep: number | null; readonly why: string };

/**
 * @param checkpoints null while they have not been read
 * @param listed ids of GET /models, as far as they are known
 */
export function findBest(
  id: string,
  curves: CurveSet,
  checkpoints: readonly Checkpoint[] | null,
  listed?: ReadonlySet<string>,
): BestFinding {
  const evals = curves.curves.get('eval loss')?.at(-1);
  const best = evals && lowestPoint(evals);
  if (evals === undefined || best === undefined)
    return {
      isKnown: false,
      bestStep: null,
      why: 'No evaluation has been reported: every checkpoint is as good as another.',
    };
  const saved = (checkpoints ?? []).flatMap((checkpoint) => {
    const [step, model] = [checkpointStep(checkpoint), checkpointName(id, checkpoint, listed)];
    return step === null || model === null ? [] : [{ step, model }];
  });
  const nearest = saved.toSorted(
    ({ step: one }, { step: other }) =>
      Math.abs(one - best.step) - Math.abs(other - best.step) ||
      (lossAt(evals, one).loss ?? Infinity) - (lossAt(evals, other).loss ?? Infinity),
  )[0];
  if (nearest === undefined) {
    const why =
      checkpoints === null ? 'The checkpoints have not been read yet.' : 'No checkpoint has been saved yet.';
    return { isKnown: false, bestStep: best.step, why };
  }
  const { loss, isMeasured } = lossAt(evals, nearest.step);
  return {
    isKnown: true,
    best: {
      bestStep: best.step,
      bestLoss: best.loss,
      step: nearest.step,
      loss,
      isMeasured,
      penalty: loss === null ? null : loss - best.loss,
      model: nearest.model,
    },
  };
}

/** The first of the lowest finite points. */
function lowestPoint({
  steps,
  values,
}: CurveSegment): { readonly step: number; readonly loss: number } | undefined {
  let best: { readonly step: number; readonly loss: number } | undefined;
  for (const [index, loss] of values.entries()) {
    const step = steps[index];
    if (step !== undefined && Number.isFinite(loss) && (best === undefined || loss < best.loss))
      best = { step, loss };
  }
  return best;
}

function lossAt(
  { steps, values }: CurveSegment,
  step: number,
): { readonly loss: number | null; readonly isMeasured: boolean } {
  const next = steps.findIndex((each) => each >= step);
  const after = values[next];
  const afterStep = steps[next];
  if (after === undefined || afterStep === undefined) return { loss: null, isMeasured: false };
  if (afterStep === step) return { loss: Number.isFinite(after) ? after : null, isMeasured: true };
  const [before, beforeStep] = [values[next - 1], steps[next - 1]];
  if (before === undefined || beforeStep === undefined) return { loss: null, isMeasured: false };
  const loss = before + ((after - before) * (step - beforeStep)) / (afterStep - beforeStep);
  return { loss: Number.isFinite(loss) ? loss : null, isMeasured: false };
}

// Best checkpoint: lowest evaluation loss, measured before interpolated.
import { checkpointName, checkpointStep } from '#api/fine-tune-status.ts';
import type { Checkpoint } from '#api/schema/fine-tune.ts';
import type { CurveSegment, CurveSet } from '#pages/fine-tunes/curves/curve.ts';

interface BestCheckpoint {
  readonly bestStep: number;
  readonly bestLoss: number;
  /** The lowest measured loss, else the lowest interpolated. */
  readonly step: number;
  /** Null outside the evaluations. */
  readonly loss: number | null;
  readonly isMeasured: boolean;
  /** Above the best evaluation's loss. */
  readonly penalty: number | null;
  /** Saved nearer to the best evaluation, but not evaluated. */
  readonly nearerStep: number | null;
  /** Model id. */
  readonly model: string;
}

/** `why` is a sentence. */
export type BestFinding =
  | { readonly isKnown: true; readonly best: BestCheckpoint }
  | { readonly isKnown: false; readonly bestStep: number | null; readonly why: string };

/**
 * @param checkpoints null until read
 * @param listed ids from GET /models
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
      why: 'No evaluation has been reported, so the best checkpoint is unknown.',
    };
  const saved = (checkpoints ?? []).flatMap((checkpoint) => {
    const [step, model] = [checkpointStep(checkpoint), checkpointName(id, checkpoint, listed)];
    return step === null || model === null ? [] : [{ step, model, ...lossAt(evals, step) }];
  });
  const away = (step: number) => Math.abs(step - best.step);
  const ranked = saved.toSorted(
    (one, other) =>
      Number(other.isMeasured) - Number(one.isMeasured) ||
      (one.loss ?? Infinity) - (other.loss ?? Infinity) ||
      away(one.step) - away(other.step),
  );
  const [first] = ranked;
  if (first === undefined) {
    const why = checkpoints === null ? 'The checkpoints have not loaded yet.' : 'No checkpoints yet.';
    return { isKnown: false, bestStep: best.step, why };
  }
  const { step, loss, isMeasured, model } = first;
  const nearer = ranked.find((each) => !each.isMeasured && away(each.step) < away(step));
  return {
    isKnown: true,
    best: {
      bestStep: best.step,
      bestLoss: best.loss,
      step,
      loss,
      isMeasured,
      penalty: loss === null ? null : loss - best.loss,
      nearerStep: isMeasured ? (nearer?.step ?? null) : null,
      model,
    },
  };
}

/** The first of equals, finite only. */
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
  if (afterStep === step) {
    const isMeasured = Number.isFinite(after);
    return { loss: isMeasured ? after : null, isMeasured };
  }
  const [before, beforeStep] = [values[next - 1], steps[next - 1]];
  if (before === undefined || beforeStep === undefined) return { loss: null, isMeasured: false };
  const loss = before + ((after - before) * (step - beforeStep)) / (afterStep - beforeStep);
  return { loss: Number.isFinite(loss) ? loss : null, isMeasured: false };
}

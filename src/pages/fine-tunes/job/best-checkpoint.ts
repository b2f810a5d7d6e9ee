// Best checkpoint: lowest evaluation loss, measured or interpolated.
import { checkpointName, checkpointStep } from '#api/fine-tune-status.ts';
import type { Checkpoint } from '#api/schema/fine-tune.ts';
import { lowerBound } from '#lib/bisect.ts';
import { formatCount, formatFourDigits } from '#lib/format.ts';
import {
  interpolate,
  lowestPoint,
  type CurveSegment,
  type CurveSet,
} from '#pages/fine-tunes/curves/curve.ts';
import { areStepsCounted } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { keptOf } from './lineage.ts';

interface BestCheckpoint {
  readonly isKnown: true;
  readonly bestStep: number;
  readonly bestLoss: number;
  readonly step: number;
  readonly loss: number;
  readonly isMeasured: boolean;
  /** Above the best evaluation's loss. */
  readonly penalty: number;
  /** Saved after the last evaluation, so not ranked. */
  readonly laterStep: number | null;
  /** Model id. */
  readonly model: string;
}

/** `why` is a sentence. */
export type BestFinding =
  | BestCheckpoint
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
  const evals = keptOf(curves, 'eval loss');
  const best = evals && lowestPoint([evals]);
  if (!evals || !best || areStepsCounted(curves)) {
    const why = best ? 'The events name no steps' : 'No evaluation has been reported';
    return { isKnown: false, bestStep: null, why: `${why}, so the best checkpoint is unknown.` };
  }
  const saved = (checkpoints ?? []).flatMap((checkpoint) => {
    const [step, model] = [checkpointStep(checkpoint), checkpointName(id, checkpoint, listed)];
    return step === null || model === null ? [] : [{ step, model, ...lossAt(evals, step) }];
  });
  const away = (step: number) => Math.abs(step - best.step);
  const ranked = saved.toSorted(
    (one, other) =>
      (one.loss ?? Infinity) - (other.loss ?? Infinity) ||
      Number(other.isMeasured) - Number(one.isMeasured) ||
      away(one.step) - away(other.step),
  );
  const [first] = ranked;
  if (first === undefined) {
    const why = checkpoints === null ? 'The checkpoints have not loaded yet.' : 'No checkpoints yet.';
    return { isKnown: false, bestStep: best.step, why };
  }
  const { step, loss, isMeasured, model } = first;
  if (loss === null) {
    const why = 'No saved step has a known evaluation loss, so the best checkpoint is unknown.';
    return { isKnown: false, bestStep: best.step, why };
  }
  const lastSaved = Math.max(...saved.map((each) => each.step));
  return {
    isKnown: true,
    bestStep: best.step,
    bestLoss: best.value,
    step,
    loss,
    isMeasured,
    penalty: loss - best.value,
    laterStep: lastSaved > (evals.steps.at(-1) ?? Infinity) ? lastSaved : null,
    model,
  };
}

/** Null where no evaluations lie around the step. */
export function evalLossAt(
  curves: CurveSet,
  step: number | null,
): { readonly loss: number; readonly isMeasured: boolean } | null {
  const evals = keptOf(curves, 'eval loss');
  if (!evals || step === null || areStepsCounted(curves)) return null;
  const measured = evals.values[evals.steps.indexOf(step)];
  if (measured !== undefined) return { loss: measured, isMeasured: true };
  const { loss } = lossAt(evals, step);
  return loss === null ? null : { loss, isMeasured: false };
}

function lossAt(
  { steps, values }: CurveSegment,
  step: number,
): { readonly loss: number | null; readonly isMeasured: boolean } {
  const next = lowerBound(steps, step);
  const loss = interpolate(steps, values, next, step);
  const isKnown = loss !== null && Number.isFinite(loss);
  return { loss: isKnown ? loss : null, isMeasured: isKnown && steps[next] === step };
}

export function bestWords(best: BestFinding): string {
  if (!best.isKnown) return best.why;
  const { step, bestStep, bestLoss, loss, penalty, isMeasured, laterStep } = best;
  const lowest = `The lowest evaluation loss was ${formatFourDigits(bestLoss)} at step ${formatCount(bestStep)}`;
  const later =
    laterStep === null
      ? ''
      : ` Step ${formatCount(laterStep)} was saved after the last evaluation and is not ranked.`;
  if (step === bestStep) return `${lowest}, and that step is saved.${later}`;
  const among = `${lowest}; among saved steps, ${formatCount(step)} is best`;
  // Services round losses, so that several are the lowest.
  const higher = penalty === 0 ? 'with the same loss' : `${formatFourDigits(penalty)} higher`;
  return isMeasured
    ? `${among}, ${higher}.${later}`
    : `${among}: about ${formatFourDigits(loss)}, interpolated between evaluations.${later}`;
}

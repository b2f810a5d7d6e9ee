// Moments of a fine-tune that its curves are marked with: checkpoints, and events that explain a bend.
import { checkpointStep } from '#api/fine-tune-status.ts';
import type { Checkpoint, FineTuneEvent } from '#api/schema/fine-tune.ts';
import { readTimeMs } from '#lib/read-time.ts';
import type { ChartMark } from '#pages/fine-tunes/chart/chart-run.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { stepsByTime } from './step-by-time.ts';

/**
 * An event that names no step stands at the point that is nearest to it in time; where no point has a time, it is left
 * out.
 * @param bestStep the step of the best usable checkpoint; null where none can be named
 */
export function marksOf(
  events: readonly FineTuneEvent[],
  checkpoints: readonly Checkpoint[],
  bestStep: number | null,
  curves: CurveSet,
): readonly ChartMark[] {
  const steps = new Set(checkpoints.flatMap((checkpoint) => checkpointStep(checkpoint) ?? []));
  const saved = [...steps].map((step): ChartMark => ({
    step,
    word: step === bestStep ? `checkpoint ${step} · best` : `checkpoint ${step}`,
    kind: 'checkpoint',
    id: `checkpoint-${step}`,
  }));
  const nearest = stepsByTime(curves, events);
  const told = events.flatMap(
    ({ type, step, training_offset: offset, created_at: created, hash }, index): readonly ChartMark[] => {
      const word = words[type?.toLowerCase() ?? ''];
      if (word === undefined) return [];
      // 0 often means "not set".
      const at =
        [offset, step].find((each) => each !== undefined && each > 0) ?? nearest(readTimeMs(created));
      return at === null ? [] : [{ step: at, word, kind: 'event', id: hash || `event-${index}` }];
    },
  );
  return [...saved, ...told].toSorted((one, other) => one.step - other.step);
}

/** Steps, epochs and evaluations are on the curve itself; these are not. */
const words: Readonly<Record<string, string>> = {
  job_restarted: 'restarted',
  cancel_requested: 'cancel asked',
  early_stopped: 'stopped early',
  job_stopped: 'stopped',
  job_error: 'error',
  job_user_error: 'error',
  billing_limit: 'billing limit',
  warning: 'warning',
};

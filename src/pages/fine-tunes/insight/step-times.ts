// When each step was reached: the ground of every statement about speed, taken from curves and events together.
import type { FineTuneEvent } from '#api/schema/fine-tune-event.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { isSet, type FineTuneFacts } from './fine-tune-facts.ts';
import { readTimeMs } from '#lib/read-time.ts';

/** A step and the time at which it was first known to be done, in Unix milliseconds. */
export interface StepTime {
  readonly step: number;
  readonly timeMs: number;
}

/** Steps and times both rise. After a restart only what came since is kept; the begin of the training is step 0. */
export function stepTimes({ curves, events }: Pick<FineTuneFacts, 'curves' | 'events'>): readonly StepTime[] {
  const marks = [...marksOfCurves(curves), ...marksOfEvents(events)];
  const kept: StepTime[] = [];
  for (const mark of marks.toSorted((one, other) => one.timeMs - other.timeMs || one.step - other.step)) {
    const last = kept.at(-1);
    if (last !== undefined && mark.step < last.step) {
      // Saving and evaluating take their time, and two sources may tell of a step in a different order.
      if (!mark.isRestart && (mark.isLate || mark.step >= last.step - 1)) continue;
      kept.length = 0;
    }
    const newest = kept.at(-1);
    if (newest === undefined || (mark.step > newest.step && mark.timeMs > newest.timeMs)) kept.push(mark);
  }
  return kept.map(({ step, timeMs }) => ({ step, timeMs }));
}

/** Steps of the whole training; null where neither the record nor an event nor a message tells. */
export function totalSteps({ record, events }: Pick<FineTuneFacts, 'record' | 'events'>): number | null {
  if (isSet(record.total_steps)) return record.total_steps;
  const told = events.findLast(({ total_steps: steps }) => isSet(steps))?.total_steps;
  if (told !== undefined) return told;
  for (const { message } of events.toReversed()) {
    const words = /\bstep\s+\d+\s*\/\s*(\d+)/i.exec(message ?? '')?.[1];
    if (words !== undefined && Number(words) > 0) return Number(words);
  }
  return null;
}

/** The newest step that is done; null where nothing tells. */
export function currentStep(facts: Omit<FineTuneFacts, 'checkpoints'>): number | null {
  const curve = facts.curves.curves.get('train loss')?.at(-1)?.steps.at(-1);
  const event = facts.events.findLast(({ step }) => isSet(step))?.step;
  const known = [facts.record.steps_completed, curve, event].filter(isSet);
  return known.length === 0 ? null : Math.max(...known);
}

interface Mark extends StepTime {
  readonly isRestart: boolean;
  /** Whether it may come long after its step was done. */
  readonly isLate: boolean;
}

function marksOfCurves({ curves }: CurveSet): readonly Mark[] {
  const segment = curves.get('train loss')?.at(-1);
  if (segment === undefined) return [];
  return Array.from(segment.steps, (step, index) => ({
    step,
    timeMs: segment.timesMs[index] ?? Number.NaN,
    isRestart: false,
    isLate: false,
  })).filter(({ timeMs }) => Number.isFinite(timeMs));
}

function marksOfEvents(events: readonly FineTuneEvent[]): readonly Mark[] {
  return events.flatMap(({ type, step, created_at, training_offset }): readonly Mark[] => {
    const timeMs = readTimeMs(created_at);
    if (timeMs === null) return [];
    const kind = type?.toLowerCase() ?? '';
    if (kind === 'training_start' || kind === 'job_restarted')
      return [{ step: training_offset ?? 0, timeMs, isRestart: true, isLate: false }];
    const isLate = kind !== 'training_step';
    return reached.has(kind) && isSet(step) ? [{ step, timeMs, isRestart: false, isLate }] : [];
  });
}

/** Events of a step that is done; others may name one that was never reached. */
const reached = new Set([
  'training_step',
  'epoch_complete',
  'eval_complete',
  'checkpoint_save',
  'training_complete',
]);

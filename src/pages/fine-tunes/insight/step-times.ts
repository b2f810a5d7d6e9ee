// When each step was reached: the ground of every statement about speed, taken from curves and events together.
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { areStepsCounted } from '#pages/fine-tunes/curves/from-events.ts';
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
  const marks = [...(areStepsCounted(curves) ? [] : marksOfCurves(curves)), ...marksOfEvents(events)];
  const kept: StepTime[] = [];
  for (const mark of marks.toSorted((one, other) => one.timeMs - other.timeMs || one.step - other.step)) {
    // Saving and evaluating take their time, and two sources may tell of a step in a different order.
    const isBack = mark.kind === 'step' && mark.step < (kept.at(-1)?.step ?? 0) - 1;
    if (isBack || mark.kind === 'begin') kept.length = 0;
    const last = kept.at(-1);
    if (last === undefined || (mark.step > last.step && mark.timeMs > last.timeMs)) kept.push(mark);
  }
  return kept.map(({ step, timeMs }) => ({ step, timeMs }));
}

/** Steps of the whole training; null where neither the record nor an event nor a message tells. */
export function totalSteps({ record, events }: Pick<FineTuneFacts, 'record' | 'events'>): number | null {
  if (isSet(record.total_steps)) return record.total_steps;
  const sent = events.findLast(({ total_steps: steps }) => isSet(steps))?.total_steps;
  if (sent !== undefined) return sent;
  for (const { message } of events.toReversed()) {
    const told = Number(/\bstep\s+\d+\s*\/\s*(\d+)/i.exec(message ?? '')?.[1]);
    if (told > 0) return told;
  }
  return null;
}

/** The newest step that is done; null where nothing tells. */
export function currentStep(facts: Omit<FineTuneFacts, 'checkpoints'>): number | null {
  const curve = areStepsCounted(facts.curves)
    ? undefined
    : facts.curves.curves.get('train loss')?.at(-1)?.steps.at(-1);
  const event = facts.events.findLast(({ step }) => isSet(step))?.step;
  const known = [facts.record.steps_completed, curve, event].filter(isSet);
  return known.length === 0 ? null : Math.max(...known);
}

interface Mark extends StepTime {
  /** `late` may come long after its step was done. */
  readonly kind: 'begin' | 'step' | 'late';
}

function marksOfCurves({ curves }: CurveSet): readonly Mark[] {
  const segment = curves.get('train loss')?.at(-1);
  if (segment === undefined) return [];
  return Array.from(segment.steps, (step, index): Mark => ({
    step,
    timeMs: segment.timesMs[index] ?? Number.NaN,
    kind: 'step',
  })).filter(({ timeMs }) => Number.isFinite(timeMs));
}

function marksOfEvents(events: readonly FineTuneEvent[]): readonly Mark[] {
  return events.flatMap(({ type, step, created_at, training_offset }): readonly Mark[] => {
    const timeMs = readTimeMs(created_at);
    if (timeMs === null) return [];
    const kind = kindOf(type);
    if (kind === 'begin') return [{ step: training_offset ?? 0, timeMs, kind }];
    return kind !== null && isSet(step) ? [{ step, timeMs, kind }] : [];
  });
}

/** What an event tells of its step; null where it may name one that was never reached. */
function kindOf(type: string | undefined): Mark['kind'] | null {
  switch (type?.toLowerCase()) {
    case 'training_start':
    case 'job_restarted':
      return 'begin';
    case 'training_step':
      return 'step';
    case 'epoch_complete':
    case 'eval_complete':
    case 'checkpoint_save':
    case 'training_complete':
      return 'late';
    case undefined:
    default:
      return null;
  }
}

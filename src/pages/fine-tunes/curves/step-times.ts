// Time of each step, from curves and events.
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { readTimeMs } from '#lib/read-time.ts';
import type { CurveSet } from './curve.ts';
import { areStepsCounted, isSet, type FineTuneFacts } from './fine-tune-curves.ts';

/** A step and the time at which it was first known to be done, in Unix milliseconds. */
export interface StepTime {
  readonly step: number;
  readonly timeMs: number;
}

/** Steps and times both rise. After a restart only what came since is kept; the begin of the training is step 0. */
export function stepTimes({ curves, events }: Pick<FineTuneFacts, 'curves' | 'events'>): readonly StepTime[] {
  const kept: StepTime[] = [];
  function take(step: number, timeMs: number, kind: Mark['kind']) {
    const last = kept.at(-1);
    // Saving and evaluating take their time, and two sources may tell of a step in a different order.
    const isBack = kind === 'step' && last !== undefined && step < last.step - 1;
    if (isBack || kind === 'begin') kept.length = 0;
    if (last === undefined || kept.length === 0 || (step > last.step && timeMs > last.timeMs))
      kept.push({ step, timeMs });
  }
  const marks = marksOfEvents(events).toSorted(inTime);
  let next = 0;
  // A long run is walked through, and not copied: its curve may have millions of steps.
  for (const reached of areStepsCounted(curves) ? [] : stepsOfCurve(curves)) {
    for (let mark = marks[next]; mark !== undefined && inTime(mark, reached) < 0; mark = marks[next]) {
      take(mark.step, mark.timeMs, mark.kind);
      next += 1;
    }
    take(reached.step, reached.timeMs, 'step');
  }
  for (const { step, timeMs, kind } of marks.slice(next)) take(step, timeMs, kind);
  return kept;
}

function inTime(one: StepTime, other: StepTime): number {
  return one.timeMs - other.timeMs || one.step - other.step;
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

/** Steps that have a time, in the order of these. */
function* stepsOfCurve({ curves }: CurveSet): Generator<StepTime> {
  const segment = curves.get('train loss')?.at(-1);
  if (segment === undefined) return;
  const { steps, timesMs } = segment;
  const stepAt = (index: number): StepTime => ({
    step: steps[index] ?? Number.NaN,
    timeMs: timesMs[index] ?? Number.NaN,
  });
  const isRising = timesMs.every((timeMs, index) => timeMs >= (timesMs[index - 1] ?? -Infinity));
  if (isRising && timesMs.length === steps.length) for (const index of steps.keys()) yield stepAt(index);
  else
    yield* Array.from(steps.keys(), stepAt)
      .filter(({ timeMs }) => Number.isFinite(timeMs))
      .sort(inTime);
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

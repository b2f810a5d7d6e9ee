// Time of each step, from curves and events.
import { eventTimeMs, type FineTuneEvent } from '#api/schema/fine-tune.ts';
import { type CurveSet, createGrowingFold } from './curve.ts';
import { areStepsCounted, isSet, type FineTuneFacts } from './fine-tune-curves.ts';

/** When the step was first known to be done, in Unix milliseconds. */
export interface StepTime {
  readonly step: number;
  readonly timeMs: number;
}

/** Both rise. Starts at the last restart; a begin event is step `training_offset`, or 0. */
export function stepTimes({ curves, events }: Pick<FineTuneFacts, 'curves' | 'events'>): readonly StepTime[] {
  const curve = areStepsCounted(curves) ? noSteps : stepsInTime(curves);
  return foldTimes(inOrder(curve, marksOfEvents(events)));
}

const foldTimes = createGrowingFold<StepTime[]>({
  begin: () => [],
  copy: (kept) => [...kept],
  take(kept, [steps = none, timesMs = none, kinds = none], index) {
    const step = steps[index] ?? Number.NaN;
    const timeMs = timesMs[index] ?? Number.NaN;
    const kind = kindNames[kinds[index] ?? 0];
    // A step back by one is not a restart: two sources may differ in order.
    const isBack = kind === 'step' && step < (kept.at(-1)?.step ?? 0) - 1;
    if (isBack || kind === 'begin') kept.length = 0;
    const last = kept.at(-1);
    if (last === undefined || (step > last.step && timeMs > last.timeMs)) kept.push({ step, timeMs });
  },
});

const none = new Float64Array();

const kindNames = ['step', 'late', 'begin'] as const;

/**
 * Steps, times and indexes in `kindNames`, by time.
 * @param marks sorted
 */
function inOrder({ steps, timesMs }: TimedSteps, marks: readonly Mark[]): readonly Float64Array[] {
  const length = steps.length + marks.length;
  const rows = { steps: new Float64Array(length), timesMs: new Float64Array(length) };
  const kinds = new Float64Array(length);
  let [point, next] = [0, 0];
  for (let index = 0; index < length; index += 1) {
    const mark = marks[next];
    const step = steps[point] ?? Number.NaN;
    const timeMs = timesMs[point] ?? Number.NaN;
    const isMark = mark !== undefined && (point >= steps.length || isBefore(mark, step, timeMs));
    rows.steps[index] = isMark ? mark.step : step;
    rows.timesMs[index] = isMark ? mark.timeMs : timeMs;
    kinds[index] = isMark ? kindNames.indexOf(mark.kind) : 0;
    if (isMark) next += 1;
    else point += 1;
  }
  return [rows.steps, rows.timesMs, kinds];
}

function isBefore(mark: StepTime, step: number, timeMs: number): boolean {
  return mark.timeMs < timeMs || (mark.timeMs === timeMs && mark.step < step);
}

function inTime(one: StepTime, other: StepTime): number {
  return one.timeMs - other.timeMs || one.step - other.step;
}

/** Of the whole training, by record, event or message. */
export function totalSteps({ record, events }: Pick<FineTuneFacts, 'record' | 'events'>): number | null {
  if (isSet(record.total_steps)) return record.total_steps;
  const sent = events.findLast(({ total_steps: steps }) => isSet(steps))?.total_steps;
  if (sent !== undefined) return sent;
  for (const { message } of events.toReversed()) {
    const total = Number(/\bstep\s+\d+\s*\/\s*(\d+)/i.exec(message ?? '')?.[1]);
    if (total > 0) return total;
  }
  return null;
}

/** The newest completed step. */
export function currentStep(facts: Omit<FineTuneFacts, 'checkpoints'>): number | null {
  const curve = areStepsCounted(facts.curves)
    ? undefined
    : facts.curves.curves.get('train loss')?.at(-1)?.steps.at(-1);
  const event = facts.events.findLast(({ step }) => isSet(step))?.step;
  const known = [facts.record.steps_completed, curve, event].filter(isSet);
  return known.length === 0 ? null : Math.max(...known);
}

interface Mark extends StepTime {
  /** `late` may be reported long after its step. */
  readonly kind: 'begin' | 'step' | 'late';
}

interface TimedSteps {
  readonly steps: Float64Array;
  readonly timesMs: Float64Array;
}

const noSteps: TimedSteps = { steps: new Float64Array(), timesMs: new Float64Array() };

/** Of the newest training loss, by time. */
function stepsInTime({ curves }: CurveSet): TimedSteps {
  const segment = curves.get('train loss')?.at(-1) ?? noSteps;
  if (isRising(segment.timesMs)) return segment;
  const timed = Array.from(segment.steps, (step, index) => ({
    step,
    timeMs: segment.timesMs[index] ?? Number.NaN,
  }))
    .filter(({ timeMs }) => Number.isFinite(timeMs))
    .sort(inTime);
  return {
    steps: Float64Array.from(timed, ({ step }) => step),
    timesMs: Float64Array.from(timed, ({ timeMs }) => timeMs),
  };
}

/** False where one is NaN. */
function isRising(timesMs: Float64Array): boolean {
  let before = -Infinity;
  for (let index = 0; index < timesMs.length; index += 1) {
    const timeMs = timesMs[index] ?? Number.NaN;
    if (!(timeMs >= before)) return false;
    before = timeMs;
  }
  return true;
}

const marksByEvents = new WeakMap<readonly FineTuneEvent[], readonly Mark[]>();

function marksOfEvents(events: readonly FineTuneEvent[]): readonly Mark[] {
  const known = marksByEvents.get(events);
  if (known !== undefined) return known;
  const marks = events.map(markOf).filter((mark) => mark !== null);
  marksByEvents.set(events, marks.sort(inTime));
  return marks;
}

/** Events keep their identity across polls. */
const knownMarks = new WeakMap<FineTuneEvent, Mark | null>();

function markOf(event: FineTuneEvent): Mark | null {
  const known = knownMarks.get(event);
  if (known !== undefined) return known;
  const mark = readMark(event);
  knownMarks.set(event, mark);
  return mark;
}

function readMark(event: FineTuneEvent): Mark | null {
  const { type, step, training_offset } = event;
  const kind = kindOf(type);
  const timeMs = kind === null ? null : eventTimeMs(event);
  if (kind === null || timeMs === null) return null;
  if (kind === 'begin') return { step: training_offset ?? 0, timeMs, kind };
  return isSet(step) ? { step, timeMs, kind } : null;
}

/** Null where the step may never have been reached. */
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

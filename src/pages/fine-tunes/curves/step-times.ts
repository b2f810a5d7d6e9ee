// Time of each step, from curves and events.
import { eventTimeMs, type FineTuneEvent } from '#api/schema/fine-tune.ts';
import { sameCount } from '#lib/growing-column.ts';
import { ungrouped } from './curve-of-key.ts';
import { areStepsCounted, isSet, reportedStep, type FineTuneFacts } from './fine-tune-curves.ts';

/** Steps, and Unix milliseconds of each; equally long. */
export interface TimedSteps {
  readonly steps: Float64Array;
  readonly timesMs: Float64Array;
}

/**
 * When each step was first known to be done. Both rise. Starts at the last restart; a begin event is step
 * `training_offset`, else the one it names, or 0.
 */
export function stepTimes({ curves, events }: Pick<FineTuneFacts, 'curves' | 'events'>): TimedSteps {
  const newest = areStepsCounted(curves) ? undefined : curves.curves.get('train loss')?.at(-1);
  const curve = inTime(newest ?? noSteps);
  return timesOf(curve, marksOfEvents(events));
}

/** So far, of both sources. */
interface Taken extends TimedSteps {
  /** Rows of the curve, and marks. */
  readonly point: number;
  readonly next: number;
}

/** Newest rows read again: polls revise them. */
const tailLength = 1_000;

interface Settled {
  readonly curve: TimedSteps;
  readonly marks: readonly Mark[];
  /** Without the tail. */
  readonly taken: Taken;
  readonly whole: TimedSteps;
}

let settled: Settled | null = null;

/**
 * Reads on in a growing training. No growing fold: two lists grow, each by itself.
 * @param marks sorted, as the curve is
 */
function timesOf(curve: TimedSteps, marks: readonly Mark[]): TimedSteps {
  if (settled?.curve === curve && settled.marks === marks) return settled.whole;
  const from = settled !== null && isContinued(settled, curve, marks) ? settled.taken : nothingTaken;
  const count = curve.steps.length + marks.length;
  const taken = takeUntil(from, curve, marks, count - tailLength);
  const whole = takeUntil(taken, curve, marks, count);
  settled = { curve, marks, taken, whole };
  return whole;
}

/** What was taken is the same, and before all else. */
function isContinued(before: Settled, curve: TimedSteps, marks: readonly Mark[]): boolean {
  const { point, next } = before.taken;
  const [last, later] = [marks[next - 1], marks[next]];
  const stepAt = (index: number) => curve.steps[index] ?? Number.NaN;
  const timeAt = (index: number) => curve.timesMs[index] ?? Number.NaN;
  return (
    sameCount(before.curve.steps, curve.steps) >= point &&
    sameCount(before.curve.timesMs, curve.timesMs) >= point &&
    (marks === before.marks || before.marks.slice(0, next).every((mark, index) => mark === marks[index])) &&
    (last === undefined || point >= curve.steps.length || isBefore(last, stepAt(point), timeAt(point))) &&
    (later === undefined || point === 0 || !isBefore(later, stepAt(point - 1), timeAt(point - 1)))
  );
}

/** In time. @param count rows of both */
function takeUntil(before: Taken, curve: TimedSteps, marks: readonly Mark[], count: number): Taken {
  let { point, next } = before;
  let { length } = before.steps;
  const room = length + Math.max(0, count - point - next);
  const [steps, timesMs] = [new Float64Array(room), new Float64Array(room)];
  steps.set(before.steps);
  timesMs.set(before.timesMs);
  while (point + next < count) {
    const mark = marks[next];
    let kind: Mark['kind'] = 'step';
    let step = curve.steps[point] ?? Number.NaN;
    let timeMs = curve.timesMs[point] ?? Number.NaN;
    if (mark !== undefined && (point >= curve.steps.length || isBefore(mark, step, timeMs))) {
      ({ kind, step, timeMs } = mark);
      next += 1;
    } else {
      point += 1;
    }
    const lastStep = steps[length - 1] ?? -Infinity;
    // A step back by one is not a restart: two sources may differ in order.
    if (kind === 'begin' || (kind === 'step' && step < lastStep - 1)) length = 0;
    if (length > 0 && !(step > lastStep && timeMs > (timesMs[length - 1] ?? 0))) continue;
    steps[length] = step;
    timesMs[length] = timeMs;
    length += 1;
  }
  return { steps: steps.subarray(0, length), timesMs: timesMs.subarray(0, length), point, next };
}

function isBefore(mark: Moment, step: number, timeMs: number): boolean {
  return mark.timeMs < timeMs || (mark.timeMs === timeMs && mark.step < step);
}

function byTime(one: Moment, other: Moment): number {
  return one.timeMs - other.timeMs || one.step - other.step;
}

/** Of the whole training, by record, event or message. */
export function totalSteps({ record, events }: Pick<FineTuneFacts, 'record' | 'events'>): number | null {
  if (isSet(record.total_steps)) return record.total_steps;
  const sent = events.findLast(({ total_steps: steps }) => isSet(steps))?.total_steps;
  if (sent !== undefined) return sent;
  for (const { message } of events.toReversed()) {
    const total = Number(/\bstep\s+\d+\s*\/\s*(\d+)/i.exec(ungrouped(message ?? ''))?.[1]);
    if (total > 0) return total;
  }
  return null;
}

/** The newest completed step. */
export function currentStep(facts: Omit<FineTuneFacts, 'checkpoints'>): number | null {
  const curve = areStepsCounted(facts.curves)
    ? undefined
    : facts.curves.curves.get('train loss')?.at(-1)?.steps.at(-1);
  // A checkpoint may be reported after later steps.
  const trained = facts.events.findLast((event) => kindOf(event.type) !== 'late' && reportedStep(event));
  const reported = [trained, facts.events.findLast(reportedStep)].map(
    (event) => event && reportedStep(event),
  );
  const known = [facts.record.steps_completed, curve, ...reported].filter(isSet);
  return known.length === 0 ? null : Math.max(...known);
}

interface Moment {
  readonly step: number;
  readonly timeMs: number;
}

interface Mark extends Moment {
  /** `late` may be reported long after its step. */
  readonly kind: 'begin' | 'step' | 'late';
}

const noSteps: TimedSteps = { steps: new Float64Array(), timesMs: new Float64Array() };

const nothingTaken: Taken = { ...noSteps, point: 0, next: 0 };

/** By time, those without one left out: a clock may have been set back. */
export function inTime(all: TimedSteps): TimedSteps {
  // All unknown.
  if (all.timesMs.length === 0) return noSteps;
  if (isRising(all.timesMs)) return all;
  const timed = Array.from(all.steps, (step, index) => ({ step, timeMs: all.timesMs[index] ?? Number.NaN }))
    .filter(({ timeMs }) => Number.isFinite(timeMs))
    .sort(byTime);
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
  marksByEvents.set(events, marks.sort(byTime));
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
  const kind = kindOf(event.type);
  const timeMs = kind === null ? null : eventTimeMs(event);
  if (kind === null || timeMs === null) return null;
  const step = reportedStep(event);
  if (kind === 'begin') return { step: event.training_offset || (step ?? 0), timeMs, kind };
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

// Time of each step, from curves and events.
import { eventTimeMs, type FineTuneEvent } from '#api/schema/fine-tune.ts';
import { sameCount } from '#lib/growing-column.ts';
import { areStepsCounted, isSet, type FineTuneFacts } from './fine-tune-curves.ts';

/** When the step was first known to be done, in Unix milliseconds. */
export interface StepTime {
  readonly step: number;
  readonly timeMs: number;
}

/** Both rise. Starts at the last restart; a begin event is step `training_offset`, or 0. */
export function stepTimes({ curves, events }: Pick<FineTuneFacts, 'curves' | 'events'>): readonly StepTime[] {
  const newest = areStepsCounted(curves) ? undefined : curves.curves.get('train loss')?.at(-1);
  const curve = inTime(newest ?? noSteps);
  return timesOf(curve, marksOfEvents(events));
}

/** So far, of both sources. */
interface Taken {
  readonly times: StepTime[];
  /** Rows of the curve, and marks. */
  point: number;
  next: number;
}

/** Newest rows read again: polls revise them. */
const tailLength = 1_000;

interface Settled extends Taken {
  readonly curve: TimedSteps;
  readonly marks: readonly Mark[];
  /** With the tail. */
  readonly whole: readonly StepTime[];
}

let settled: Settled | null = null;

/**
 * Reads on in a growing training. No growing fold: two lists grow, each by itself.
 * @param marks sorted, as the curve is
 */
function timesOf(curve: TimedSteps, marks: readonly Mark[]): readonly StepTime[] {
  if (settled?.curve === curve && settled.marks === marks) return settled.whole;
  const from = settled !== null && isContinued(settled, curve, marks) ? settled : nothingTaken();
  const count = curve.steps.length + marks.length;
  takeUntil(from, curve, marks, count - tailLength);
  const { times, point, next } = from;
  const tail = { times: times.slice(-1), point, next };
  takeUntil(tail, curve, marks, count);
  // Unless a restart in the tail drops all before it.
  const whole = tail.times[0] === times.at(-1) ? times.concat(tail.times.slice(1)) : tail.times;
  settled = { times, point, next, curve, marks, whole };
  return whole;
}

function nothingTaken(): Taken {
  return { times: [], point: 0, next: 0 };
}

/** What was taken is the same, and before all else. */
function isContinued(
  { point, next, ...before }: Settled,
  curve: TimedSteps,
  marks: readonly Mark[],
): boolean {
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
function takeUntil(
  taken: Taken,
  { steps, timesMs }: TimedSteps,
  marks: readonly Mark[],
  count: number,
): void {
  while (taken.point + taken.next < count) {
    const mark = marks[taken.next];
    const step = steps[taken.point] ?? Number.NaN;
    const timeMs = timesMs[taken.point] ?? Number.NaN;
    if (mark !== undefined && (taken.point >= steps.length || isBefore(mark, step, timeMs))) {
      take(taken.times, mark.step, mark.timeMs, mark.kind);
      taken.next += 1;
    } else {
      take(taken.times, step, timeMs, 'step');
      taken.point += 1;
    }
  }
}

function take(times: StepTime[], step: number, timeMs: number, kind: Mark['kind']): void {
  // A step back by one is not a restart: two sources may differ in order.
  const isBack = kind === 'step' && step < (times.at(-1)?.step ?? 0) - 1;
  if (isBack || kind === 'begin') times.length = 0;
  const last = times.at(-1);
  if (last === undefined || (step > last.step && timeMs > last.timeMs)) times.push({ step, timeMs });
}

function isBefore(mark: StepTime, step: number, timeMs: number): boolean {
  return mark.timeMs < timeMs || (mark.timeMs === timeMs && mark.step < step);
}

function byTime(one: StepTime, other: StepTime): number {
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

/** Equally long. */
export interface TimedSteps {
  readonly steps: Float64Array;
  readonly timesMs: Float64Array;
}

const noSteps: TimedSteps = { steps: new Float64Array(), timesMs: new Float64Array() };

/** By time, those without one left out: a clock may have been set back. */
export function inTime(all: TimedSteps): TimedSteps {
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

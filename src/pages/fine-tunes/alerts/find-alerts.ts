// Alert finder, the same for running and finished jobs.
import { isOver } from '#api/fine-tune-status.ts';
import { formatCount, formatCounted, formatDuration, formatFourDigits } from '#lib/format.ts';
import type { ChartMark } from '#pages/fine-tunes/charts/chart-run.ts';
import { curveNames, type CurveSet, type CurveSegment } from '#pages/fine-tunes/curves/curve.ts';
import type { FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { inTime, stepTimes, totalSteps, type TimedSteps } from '#pages/fine-tunes/curves/step-times.ts';
import type { QueueSighting } from '#pages/fine-tunes/recorder.ts';
import type { Alert } from './alert.ts';
import { pointAt, minChange, type Point, median } from './sorted-window.ts';
import type { Thresholds } from './thresholds.ts';
import { createLossWatch } from './watch-loss.ts';
import { findContradictions } from './contradictions.ts';
import { createPauseReader, describePause, openPause, type Pause, type Pauses } from './silence.ts';
import { upperBound } from '#lib/bisect.ts';

/** Depends on the data, not on time. */
export interface Watched {
  readonly alerts: readonly Alert[];
  readonly pauses: Pauses;
  readonly step: number | null;
}

/** Reads on in a growing training. */
export function createWatch(thresholds: Thresholds): (facts: FineTuneFacts) => Watched {
  const limits = { factor: thresholds.stallFactor, minMs: thresholds.stallSeconds * 1_000 };
  const [watchLoss, readPauses] = [createLossWatch(thresholds), createPauseReader(limits)];
  return (facts) => {
    const { curves } = facts;
    const [pauses, times] = [readPauses(facts), stepTimes(facts)];
    const alerts = [
      ...watchFinite(curves),
      ...watchLoss(curves, totalSteps(facts)),
      ...watchOverfit(curves, thresholds),
      ...pauses.over.map((pause) =>
        stallOf(pause, stepAt(times, pause.sinceMs) ?? stepBefore(curves, pause.sinceMs)),
      ),
      ...contradictions(facts),
    ];
    return { alerts, pauses, step: times.steps.at(-1) ?? null };
  };
}

/** Slow for many points: use a worker. */
export function watchFacts(facts: FineTuneFacts, thresholds: Thresholds): Watched {
  return createWatch(thresholds)(facts);
}

/**
 * Alerts without a time first, then the newest first.
 * @param readMs time of the newest answer, up to which silence is measured; null when the job is over
 */
export function alertsAt(
  { alerts, pauses, step }: Watched,
  thresholds: Thresholds,
  seen: readonly QueueSighting[],
  readMs: number | null,
): readonly Alert[] {
  const open = readMs === null ? null : openPause(pauses, readMs);
  const found = [...alerts, ...(open === null ? [] : [stallOf(open, step)]), ...watchQueue(seen, thresholds)];
  return found.toSorted(
    (one, other) =>
      (other.timeMs ?? Infinity) - (one.timeMs ?? Infinity) || (other.step ?? 0) - (one.step ?? 0),
  );
}

/** Without those of the queue, which only visits of this browser tell. */
export function findAlerts(facts: FineTuneFacts, thresholds: Thresholds, readMs: number): readonly Alert[] {
  const watched = watchFacts(facts, thresholds);
  return alertsAt(watched, thresholds, [], isOver(facts.record.status) ? null : readMs);
}

const tones: readonly Alert['tone'][] = ['bad', 'warn', 'note'];

export function alertMarks(alerts: readonly Alert[]): readonly ChartMark[] {
  // Of two words at one place the first is written.
  const worstFirst = alerts.toSorted(
    (one, other) =>
      tones.indexOf(one.tone) - tones.indexOf(other.tone) || (one.step ?? 0) - (other.step ?? 0),
  );
  return worstFirst.flatMap(({ id, kind, step, timeMs }) =>
    step === null ? [] : [{ id: `alert ${id}`, kind: 'alert' as const, step, word: kind, timeMs }],
  );
}

function stallOf(pause: Pause, step: number | null): Alert {
  return {
    id: `stall:${pause.sinceMs}`,
    kind: 'stall',
    tone: pause.isOver ? 'note' : 'warn',
    step,
    timeMs: pause.firedMs,
    saw: describePause(pause),
  };
}

function stepAt({ steps, timesMs }: TimedSteps, atMs: number): number | null {
  return steps[upperBound(timesMs, atMs) - 1] ?? null;
}

/** Of a part that a restart ended. */
function stepBefore({ curves }: CurveSet, atMs: number): number | null {
  for (const segment of (curves.get('train loss') ?? []).toReversed()) {
    const { steps, timesMs } = inTime(segment);
    const step = steps[upperBound(timesMs, atMs) - 1];
    if (step !== undefined) return step;
  }
  return null;
}

function contradictions(facts: FineTuneFacts): readonly Alert[] {
  return findContradictions(facts).map(({ id, words }) => ({
    id: `contradiction:${id}`,
    kind: 'contradiction',
    tone: 'warn',
    step: null,
    timeMs: null,
    saw: words,
  }));
}

/** @param seen oldest first */
export function watchQueue(seen: readonly QueueSighting[], { queueMinutes }: Thresholds): readonly Alert[] {
  const limitMs = queueMinutes * 60_000;
  let alerts: readonly Alert[] = [];
  let since: { readonly atMs: number; readonly depth: number } | null = null;
  let isReported = false;
  for (const { atMs, isWaiting, depth } of seen) {
    const hasMoved = !isWaiting || (depth ?? Infinity) < (since?.depth ?? 0);
    // It no longer needs a look.
    if (hasMoved) alerts = alerts.map((each) => ({ ...each, tone: 'note' }));
    if (!isWaiting || depth === null) {
      since = null;
      continue;
    }
    if (since === null || hasMoved) {
      [since, isReported] = [{ atMs, depth }, false];
      continue;
    }
    if (isReported || atMs - since.atMs < limitMs) continue;
    isReported = true;
    const stop: Alert = {
      id: `queue:${since.atMs}`,
      kind: 'queue',
      tone: 'warn',
      step: null,
      timeMs: since.atMs + limitMs,
      saw: sawWords(depth, since.depth, atMs - since.atMs),
    };
    alerts = [...alerts, stop];
  }
  return alerts;
}

function sawWords(depth: number, before: number, lengthMs: number): string {
  const length = formatDuration(lengthMs);
  if (depth === 0 && before === 0) return `No job was ahead of it, but it was still waiting after ${length}.`;
  const then = before === depth ? '' : `, ${before} before`;
  return `${formatCounted(depth, 'job was', 'jobs were')} still ahead of it after ${length}${then}.`;
}

/** One alert per series. */
export function watchFinite(curves: CurveSet): readonly Alert[] {
  const alerts: Alert[] = [];
  for (const name of curveNames) {
    let isBroken = false;
    for (const [place, segment] of (curves.curves.get(name) ?? []).entries()) {
      // An iterator's pairs for a hundred thousand values, at every answer, would keep the collector busy.
      for (let index = 0; index < segment.values.length; index += 1) {
        const value = segment.values[index] ?? Number.NaN;
        const wasBroken = isBroken;
        isBroken = !Number.isFinite(value);
        if (!isBroken || wasBroken) continue;
        const { step, timeMs } = pointAt(segment, index, place);
        const word = Number.isNaN(value) ? 'NaN' : value > 0 ? 'infinite' : 'minus infinity';
        alerts.push({
          id: `not a number:${name}:${place}:${step}`,
          kind: 'not a number',
          tone: 'bad',
          step,
          timeMs,
          saw: `The ${name} is ${word} at step ${formatCount(step)}.`,
        });
      }
    }
  }
  return alerts;
}

/** Their median is the training loss at an evaluation. */
const nearPoints = 25;
/** Relative to the lowest evaluation; a smaller rise is noise. */
const minShare = 0.03;

/** Of so many in a row, chance makes one rise in a hundred. */
const longRow = 7;

/** One alert per series, at the evaluation that confirms it; a note once the evaluation is back where it rose from. */
export function watchOverfit(curves: CurveSet, { overfitEvals }: Thresholds): readonly Alert[] {
  const train = curves.curves.get('train loss') ?? [];
  return (curves.curves.get('eval loss') ?? []).flatMap((segment, place) => {
    const evals = Array.from(segment.steps.keys(), (index) => pointAt(segment, index, place));
    const finite = evals.filter(({ value }) => Number.isFinite(value));
    return watchSegment(finite, (point) => medianAt(partOf(train, point), point.step), overfitEvals);
  });
}

function watchSegment(
  evals: readonly Point[],
  near: (point: Point) => number,
  overfitEvals: number,
): readonly Alert[] {
  const alerts: Alert[] = [];
  let [row, isReported]: [Point[], boolean] = [[], false];
  let lowest = -Infinity;
  /** Highest rise that reversed: small evaluations fluctuate. */
  let usual = 0;
  for (const point of evals) {
    const [from, before] = [row[0], row.at(-1)];
    const last = alerts.at(-1);
    if (last?.tone === 'warn' && point.value <= lowest) {
      const since = `The evaluation fell back to ${formatFourDigits(point.value)} at step ${formatCount(point.step)}.`;
      alerts[alerts.length - 1] = { ...last, tone: 'note', saw: `${last.saw} ${since}` };
    }
    if (from === undefined || before === undefined || point.value <= before.value) {
      if (from !== undefined && before !== undefined && !isReported)
        usual = Math.max(usual, before.value - from.value);
      [row, isReported] = [[point], false];
      continue;
    }
    row = [...row, point];
    if (isReported || row.length <= overfitEvals) continue;
    const rise = point.value - from.value;
    const noise = row.length > longRow ? 0 : 2 * usual;
    if (rise < Math.max(minChange, minShare * from.value, noise)) continue;
    const [trainBefore, trainNow] = [near(from), near(point)];
    // A memorised text's training loss cannot fall any further.
    if (!(trainNow < trainBefore + Math.max(minChange, 0.1 * trainBefore))) continue;
    isReported = true;
    lowest = from.value;
    const count = row.length - 1;
    alerts.push({
      id: `overfitting:${point.segment}:${point.step}`,
      kind: 'overfitting',
      tone: 'warn',
      step: point.step,
      timeMs: point.timeMs,
      saw: `The evaluation rose ${count === 1 ? 'once' : `${count} times in a row`}, from ${formatFourDigits(from.value)} at step ${formatCount(from.step)} to ${formatFourDigits(point.value)}, while the training loss (median of up to ${nearPoints} points) went from ${formatFourDigits(trainBefore)} to ${formatFourDigits(trainNow)}.`,
    });
  }
  return alerts;
}

/** That it evaluated. Not of the same place: a restart between two evaluations leaves theirs in one segment. */
function partOf(train: readonly CurveSegment[], { step, timeMs }: Point): CurveSegment | undefined {
  const isAfter = (timesMs: Float64Array) => timeMs !== null && (timesMs[0] ?? 0) > timeMs;
  return train.findLast(({ steps, timesMs }) => (steps[0] ?? 0) <= step && !isAfter(timesMs));
}

/** Median of the finite points just before a step; NaN without points. */
function medianAt(train: CurveSegment | undefined, step: number): number {
  const near: number[] = [];
  const last = train === undefined ? -1 : upperBound(train.steps, step) - 1;
  for (let index = last; index >= 0 && near.length < nearPoints; index -= 1) {
    const value = train?.values[index] ?? Number.NaN;
    if (Number.isFinite(value)) near.push(value);
  }
  return median(near);
}

// All alerts of a job. A running job and a finished one are read alike: what is said of the one is the replay of the other.
import type { ChartMark } from '#pages/fine-tunes/chart/chart-run.ts';
import { findContradictions } from '#pages/fine-tunes/insight/contradictions.ts';
import { isOver } from '#api/fine-tune-status.ts';
import type { FineTuneFacts } from '#pages/fine-tunes/insight/fine-tune-facts.ts';
import {
  describePause,
  openPause,
  readPauses,
  type Pause,
  type Pauses,
} from '#pages/fine-tunes/insight/silence.ts';
import { stepTimes, totalSteps, type StepTime } from '#pages/fine-tunes/insight/step-times.ts';
import type { Alert } from './alert.ts';
import type { Thresholds } from './thresholds.ts';
import { watchFinite } from './watch-finite.ts';
import { watchLoss } from './watch-loss.ts';
import { watchOverfit } from './watch-overfit.ts';
import { watchQueue, type QueueSighting } from './watch-queue.ts';

/** What the data say for themselves: the same until something new comes, however often it is asked for. */
export interface Watched {
  readonly alerts: readonly Alert[];
  readonly pauses: Pauses;
  /** The newest step that has a time. */
  readonly step: number | null;
}

/** All watchers over all points: with many of them this takes longer than a page may stand still. */
export function watchFacts(facts: FineTuneFacts, thresholds: Thresholds): Watched {
  const { curves } = facts;
  const limits = { factor: thresholds.stallFactor, leastMs: thresholds.stallSeconds * 1_000 };
  const [pauses, times] = [readPauses(facts, limits), stepTimes(facts)];
  const alerts = [
    ...watchFinite(curves),
    ...watchLoss(curves, thresholds, totalSteps(facts)),
    ...watchOverfit(curves, thresholds),
    ...pauses.over.map((pause) => stallOf(pause, stepAt(times, pause.sinceMs))),
    ...contradictions(facts),
  ];
  return { alerts, pauses, step: times.at(-1)?.step ?? null };
}

/**
 * The newest first; alerts about no time come before all others.
 * @param seen what this browser has recorded of the queue
 * @param readMs when the newest answer came: silence is measured up to then, never up to a later moment; null when the job is over
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

/** Both at once. */
export function findAlerts(
  facts: FineTuneFacts,
  thresholds: Thresholds,
  seen: readonly QueueSighting[],
  readMs: number,
): readonly Alert[] {
  const watched = watchFacts(facts, thresholds);
  return alertsAt(watched, thresholds, seen, isOver(facts.record.status) ? null : readMs);
}

/** Where the alerts stand on the chart: those that have a step. */
export function alertMarks(alerts: readonly Alert[]): readonly ChartMark[] {
  return alerts.flatMap(({ id, kind, step }) =>
    step === null ? [] : [{ id: `alert ${id}`, kind: 'alert' as const, step, word: kind }],
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

function stepAt(times: readonly StepTime[], atMs: number): number | null {
  return times.findLast(({ timeMs }) => timeMs <= atMs)?.step ?? null;
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

// All alerts of a job. A running job and a finished one are read alike: what is said of the one is the replay of the other.
import type { ChartMark } from '#pages/fine-tunes/chart/chart-run.ts';
import { findContradictions } from '#pages/fine-tunes/insight/contradictions.ts';
import { isOver } from '#pages/fine-tunes/status.ts';
import type { FineTuneFacts } from '#pages/fine-tunes/insight/fine-tune-facts.ts';
import { describePause, findPauses } from '#pages/fine-tunes/insight/silence.ts';
import { stepTimes } from '#pages/fine-tunes/insight/step-times.ts';
import type { Alert } from './alert.ts';
import type { Thresholds } from './thresholds.ts';
import { watchFinite } from './watch-finite.ts';
import { watchLoss } from './watch-loss.ts';
import { watchOverfit } from './watch-overfit.ts';
import { watchQueue, type QueueSighting } from './watch-queue.ts';

/**
 * The newest first; alerts about no time come before all others.
 * @param seen what this browser has recorded of the queue
 * @param readMs when the newest answer came: silence is reckoned up to then, never up to a later moment
 */
export function findAlerts(
  facts: FineTuneFacts,
  thresholds: Thresholds,
  seen: readonly QueueSighting[],
  readMs: number,
): readonly Alert[] {
  const { curves } = facts;
  const found = [
    ...watchFinite(curves),
    ...watchLoss(curves, thresholds),
    ...watchOverfit(curves, thresholds),
    ...stalls(facts, thresholds, readMs),
    ...watchQueue(seen, thresholds),
    ...contradictions(facts),
  ];
  return found.toSorted(
    (one, other) =>
      (other.timeMs ?? Infinity) - (one.timeMs ?? Infinity) || (other.step ?? 0) - (one.step ?? 0),
  );
}

/** Where the alerts stand on the chart: those that have a step. */
export function alertMarks(alerts: readonly Alert[]): readonly ChartMark[] {
  return alerts.flatMap(({ id, kind, step }) =>
    step === null ? [] : [{ id: `alert ${id}`, kind: 'alert' as const, step, word: kind }],
  );
}

function stalls(facts: FineTuneFacts, thresholds: Thresholds, readMs: number): readonly Alert[] {
  const limits = { factor: thresholds.stallFactor, leastMs: thresholds.stallSeconds * 1_000 };
  const times = stepTimes(facts);
  return findPauses(facts, limits, isOver(facts.record.status) ? null : readMs).map((pause) => ({
    id: `stall:${pause.sinceMs}`,
    kind: 'stall',
    tone: pause.isOver ? 'note' : 'warn',
    step: times.findLast(({ timeMs }) => timeMs <= pause.sinceMs)?.step ?? null,
    timeMs: pause.firedMs,
    saw: describePause(pause),
  }));
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

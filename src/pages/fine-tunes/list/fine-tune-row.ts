// A fine-tune as the list shows it: how far it is, its newest loss, its last event. Made once a record, because tables ask often.
import type { FineTuneEvent } from '#api/schema/fine-tune-event.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { noCurves } from '#pages/fine-tunes/curves/curve.ts';
import { readMessage } from '#pages/fine-tunes/curves/from-message.ts';
import { currentStep, stepTimes, totalSteps } from '#pages/fine-tunes/insight/step-times.ts';
import { estimateEnd } from '#pages/fine-tunes/insight/time-left.ts';
import type { Seen } from '#pages/fine-tunes/list-memory.ts';
import { statusKind, type StatusKind } from '#pages/fine-tunes/status.ts';

/** One row. Times in Unix milliseconds; null is unknown. */
export interface FineTuneRow {
  readonly id: string;
  readonly record: FineTune;
  readonly name: string;
  /** `gone`: it was listed, and is not any more. */
  readonly kind: StatusKind | 'gone';
  /** The word of the service. */
  readonly status: string;
  /** 0 to 1. */
  readonly progress: number | null;
  readonly step: number | null;
  readonly totalSteps: number | null;
  /** Milliseconds from the answer to the end of the training, as a range. */
  readonly left: { readonly soonestMs: number; readonly latestMs: number; readonly formula: string } | null;
  readonly loss: number | null;
  readonly lastEvent: FineTuneEvent | null;
  readonly lastEventMs: number | null;
  readonly createdMs: number | null;
  /** Checkpoints that events tell of. */
  readonly savedCount: number;
  /** When it was listed last, for one that is gone. */
  readonly seenMs: number | null;
}

/** Instead of the word of the service, for one that is gone. */
export const goneStatus = 'no longer listed';

const rows = new WeakMap<FineTune | Seen, FineTuneRow>();

/**
 * The row of a listed record, as of now when it is asked for first; the same object for the same record.
 * @param aheadMs milliseconds that the service's clock is ahead of this one
 */
export function rowOf(record: FineTune, aheadMs: number): FineTuneRow {
  return kept(record, () => makeRow(record, Date.now() + aheadMs));
}

/** The row of one that is no longer listed. */
export function goneRow(seen: Seen): FineTuneRow {
  return kept(seen, () => ({
    ...makeRow(seen.fineTune, seen.atMs),
    kind: 'gone',
    status: goneStatus,
    left: null,
    seenMs: seen.atMs,
  }));
}

function makeRow(record: FineTune, nowMs: number): FineTuneRow {
  const events = record.events ?? [];
  const facts = { record, events, curves: noCurves, checkpoints: null };
  const [step, total] = [currentStep(facts), totalSteps(facts)];
  const kind = statusKind(record.status);
  const lastEvent = events.at(-1) ?? null;
  return {
    id: record.id,
    record,
    name: record.model_output_name || record.id,
    kind,
    status: record.status ?? 'no status',
    progress: progressOf(record, step, total),
    step,
    totalSteps: total,
    left: kind === 'running' ? leftOf(stepTimes(facts), total, nowMs) : null,
    loss: newestLoss(events),
    lastEvent,
    lastEventMs: readTimeMs(lastEvent?.created_at),
    createdMs: readTimeMs(record.created_at),
    savedCount: events.filter(({ type }) => type?.toLowerCase() === 'checkpoint_save').length,
    seenMs: null,
  };
}

function progressOf(record: FineTune, step: number | null, total: number | null): number | null {
  if (step !== null && total !== null && total > 0) return Math.min(1, step / total);
  if (statusKind(record.status) === 'queued') return 0;
  const { epochs_completed: done, n_epochs: epochs } = record;
  return done !== undefined && epochs !== undefined && epochs > 0 ? Math.min(1, done / epochs) : null;
}

function leftOf(
  times: ReturnType<typeof stepTimes>,
  total: number | null,
  nowMs: number,
): FineTuneRow['left'] {
  const end = estimateEnd(times, total, nowMs);
  if (!end.isKnown) return null;
  const from = (ms: number) => Math.max(0, ms - nowMs);
  return { soonestMs: from(end.soonestMs), latestMs: from(end.latestMs), formula: end.formula };
}

/** From the end, because only one is needed and a job may have thousands of events. */
function newestLoss(events: readonly FineTuneEvent[]): number | null {
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const { values } = readMessage(events[index]?.message ?? '');
    const loss = values.find(({ name }) => name === 'train loss');
    if (loss !== undefined) return loss.value;
  }
  return null;
}

function kept(key: FineTune | Seen, make: () => FineTuneRow): FineTuneRow {
  const known = rows.get(key);
  if (known !== undefined) return known;
  const row = make();
  rows.set(key, row);
  return row;
}

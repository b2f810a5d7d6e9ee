// Table rows of the list of fine-tunes, cached per record.
import {
  isEnding,
  isOver,
  statusKind,
  type StatusKind,
  fineTuneName,
  percentOf,
} from '#api/fine-tune-status.ts';
import { eventsOfType, type FineTuneEvent, type FineTune } from '#api/schema/fine-tune.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { lowestPoint, noCurves } from '#pages/fine-tunes/curves/curve.ts';
import { readMessage } from '#pages/fine-tunes/curves/curve-of-key.ts';
import type { Alert } from '#pages/fine-tunes/alerts/alert.ts';
import {
  areStepsCounted,
  curvesFromEvents,
  reportedStep,
} from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { currentStep, stepTimes, totalSteps, type TimedSteps } from '#pages/fine-tunes/curves/step-times.ts';
import { estimateEnd, type KnownEnd } from '#pages/fine-tunes/curves/time-left.ts';
import type { Seen } from '#pages/fine-tunes/fine-tunes-query.ts';
import { eventEntries, eventPhases } from '#pages/fine-tunes/job/event-phases.ts';

/** By the service's clock. */
export interface TimeLeftNow extends Omit<KnownEnd, 'isKnown'> {
  readonly read: ReadTime;
}

interface ReadTime {
  /** By the service's clock, when the answer came: later silence is not lateness. */
  readonly atMs: number;
  /** The service's clock minus this one. */
  readonly aheadMs: number;
  /** Later requests have failed: nobody knows that the training goes on. */
  readonly isLast: boolean;
}

interface Evaluations {
  readonly last: number;
  /** Lowest finite one that no restart discarded. */
  readonly best: number | null;
  /** Null without a step. */
  readonly bestStep: number | null;
}

/** Times in Unix milliseconds; null is unknown. */
export interface FineTuneRow {
  readonly id: string;
  readonly record: FineTune;
  readonly name: string;
  /** `gone`: no longer listed. */
  readonly kind: StatusKind | 'gone';
  /** As sent. */
  readonly status: string;
  /** Percent. */
  readonly progress: number | null;
  readonly step: number | null;
  readonly totalSteps: number | null;
  readonly left: TimeLeftNow | null;
  readonly loss: number | null;
  readonly evaluations: Evaluations | null;
  /** The worst urgent one, once events are watched. */
  readonly alert: Alert | null;
  readonly lastEvent: FineTuneEvent | null;
  readonly lastEventMs: number | null;
  readonly createdMs: number | null;
  /** By events; null without any. */
  readonly savedCount: number | null;
  /** When last listed. */
  readonly seenMs: number | null;
}

export const goneStatus = 'no longer listed';

const rows = new WeakMap<FineTune | Seen, FineTuneRow>();

/** Cached by record, and by answer while running. */
export function rowOf(record: FineTune, read: ReadTime): FineTuneRow {
  const known = rows.get(record) ?? makeRow(record);
  const { left } = known;
  const isOld =
    left === null ||
    left.read.atMs !== read.atMs ||
    left.read.aheadMs !== read.aheadMs ||
    left.read.isLast !== read.isLast;
  const row = known.kind === 'running' && isOld ? { ...known, left: leftOf(record, known, read) } : known;
  rows.set(record, row);
  return row;
}

const withAlert = new WeakMap<FineTuneRow, FineTuneRow>();

/** Cached by alert. */
export function alertedRow(row: FineTuneRow, alert: Alert | null): FineTuneRow {
  if (alert === null) return row;
  const known = withAlert.get(row);
  if (known?.alert === alert) return known;
  const made = { ...row, alert };
  withAlert.set(row, made);
  return made;
}

export function goneRow(seen: Seen): FineTuneRow {
  const row = rows.get(seen) ?? {
    ...makeRow(seen.fineTune),
    kind: 'gone',
    status: goneStatus,
    seenMs: seen.atMs,
  };
  rows.set(seen, row);
  return row;
}

function makeRow(record: FineTune): FineTuneRow {
  const events = record.events ?? [];
  const facts = { record, events, curves: noCurves, checkpoints: null };
  const [step, total] = [currentStep(facts), totalSteps(facts)];
  const kind = statusKind(record.status);
  const lastEvent = events.at(-1) ?? null;
  return {
    id: record.id,
    record,
    name: fineTuneName(record),
    kind,
    status: record.status ?? 'no status',
    progress: progressOf(record, step, total),
    step,
    totalSteps: total,
    left: null,
    loss: newestLoss(events),
    evaluations: evaluationsOf(events),
    alert: null,
    lastEvent,
    lastEventMs: readTimeMs(lastEvent?.created_at) ?? readTimeMs(record.updated_at),
    createdMs: readTimeMs(record.created_at),
    savedCount: events.length === 0 ? null : savedOf(events),
    seenMs: null,
  };
}

/** A restart may save a step again. */
function savedOf(events: readonly FineTuneEvent[]): number {
  return new Set(eventsOfType(events, 'checkpoint_save').map((event) => reportedStep(event) ?? event)).size;
}

const tookByRecord = new WeakMap<FineTune, number | null>();

/** The training of one that is over; null where its events do not tell. Reads all of them, so only when shown. */
export function tookMs(record: FineTune): number | null {
  if (!isOver(record.status)) return null;
  const known = tookByRecord.get(record);
  if (known !== undefined) return known;
  const training = eventPhases(eventEntries(record.events ?? []), record.status, 0).filter(
    ({ name }) => name === 'training',
  );
  const took =
    training.length === 0 ? null : training.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  tookByRecord.set(record, took);
  return took;
}

function progressOf(record: FineTune, step: number | null, total: number | null): number | null {
  if (step !== null && total !== null && total > 0) return percentOf(step, total);
  if (statusKind(record.status) === 'queued') return 0;
  const { epochs_completed: done, n_epochs: epochs } = record;
  return done !== undefined && epochs !== undefined && epochs > 0 ? percentOf(done, epochs) : null;
}

const times = new WeakMap<FineTune, TimedSteps>();

function leftOf(record: FineTune, { totalSteps: total }: FineTuneRow, read: ReadTime): TimeLeftNow | null {
  if (isEnding(record.status)) return null;
  const known = times.get(record) ?? stepTimes({ events: record.events ?? [], curves: noCurves });
  times.set(record, known);
  const end = estimateEnd(known, total, read.atMs);
  return end.isKnown ? { ...end, read } : null;
}

function evaluationsOf(events: readonly FineTuneEvent[]): Evaluations | null {
  // Parse only messages that can name an evaluation: there may be thousands.
  const named = events.filter(({ message = '' }) => /eval|val|test/i.test(message));
  const curves = curvesFromEvents(named);
  const segments = curves.curves.get('eval loss') ?? [];
  const last = segments.at(-1)?.values.at(-1);
  if (last === undefined) return null;
  const best = lowestPoint(segments);
  const bestStep = areStepsCounted(curves) ? null : (best?.step ?? null);
  return { last, best: best?.value ?? null, bestStep };
}

/** From the end: only one of thousands is needed. */
function newestLoss(events: readonly FineTuneEvent[]): number | null {
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const { values } = readMessage(events[index]?.message ?? '');
    const loss = values.find(({ name }) => name === 'train loss');
    if (loss !== undefined) return loss.value;
  }
  return null;
}

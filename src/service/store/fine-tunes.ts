// Fine-tune tables: jobs, checkpoints, events and metrics.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { columnOf, type Database, jsonColumn, selectedColumns } from './database.ts';
import { FineTuneRequest } from './requests.ts';

export const FineTuneStatus = z.enum([
  'pending',
  'queued',
  'running',
  'compressing',
  'uploading',
  'cancel_requested',
  'cancelled',
  'completed',
  'error',
  'user_error',
]);

export type FineTuneStatus = z.infer<typeof FineTuneStatus>;

export const terminalStatuses: ReadonlySet<FineTuneStatus> = new Set([
  'cancelled',
  'completed',
  'error',
  'user_error',
]);

const Row = z.object({
  /** Order of acceptance, from 1. */
  number: z.int(),
  id: z.string(),
  jobId: z.string(),
  request: jsonColumn(FineTuneRequest),
  status: FineTuneStatus,
  /** Unix milliseconds. */
  createdAt: z.int(),
  updatedAt: z.int(),
  trainingLines: z.int(),
  trainingBytes: z.int(),
  tokenCount: z.int(),
  paramCount: z.int(),
  totalSteps: z.int(),
  evalSteps: z.int(),
  epochsCompleted: z.int(),
  /** Relative to the data folder; '' until the weights exist. */
  outputPath: z.string(),
});

/** Counts are 0 until known. */
export type FineTuneRow = z.infer<typeof Row>;

export type FineTuneChanges = Partial<
  Omit<FineTuneRow, 'number' | 'id' | 'jobId' | 'request' | 'createdAt' | 'updatedAt'>
>;

const select = `SELECT ${selectedColumns(Row)} FROM fine_tunes`;

const terminal = [...terminalStatuses].map((status) => `'${status}'`).join(', ');

export function fineTuneTable(database: Database) {
  return {
    /** False if already added. Its job must exist. */
    add: (request: FineTuneRequest) =>
      database.insert(
        'fine_tunes',
        {
          id: request.id,
          jobId: request.jobId,
          request: JSON.stringify(request),
          status: 'pending',
          createdAt: request.createdAt,
          updatedAt: request.createdAt,
        },
        'ON CONFLICT (id) DO NOTHING',
      ) > 0,
    find: (id: string) => database.one(Row, `${select} WHERE id = ?`, id),
    list: () => database.all(Row, `${select} ORDER BY number DESC`),
    listOpen: () => database.all(Row, `${select} WHERE status NOT IN (${terminal}) ORDER BY number`),
    change(id: string, changes: FineTuneChanges, now: number) {
      const settings = Object.keys(changes).map((name) => `, ${columnOf(name)} = ?`);
      database.run(
        `UPDATE fine_tunes SET updated_at = ?${settings.join('')} WHERE id = ?`,
        now,
        ...Object.values(changes),
        id,
      );
    },
    /** False if already recorded. */
    completeEpoch: (id: string, epoch: number, now: number) =>
      database.run(
        'UPDATE fine_tunes SET epochs_completed = ?, updated_at = ? WHERE id = ? AND epochs_completed < ?',
        epoch,
        now,
        id,
        epoch,
      ) > 0,
  };
}

const StoredCheckpoint = z.object({
  step: z.int(),
  isFinal: z.pipe(
    z.int(),
    z.transform((value) => value === 1),
  ),
  /** Relative to the data folder. */
  path: z.string(),
  createdAt: z.int(),
});

export type CheckpointRow = z.infer<typeof StoredCheckpoint>;

export function checkpointTable(database: Database) {
  return {
    /** False if already recorded. */
    add: (fineTuneId: string, row: CheckpointRow) =>
      database.insert(
        'checkpoints',
        { fineTuneId, ...row, isFinal: Number(row.isFinal) },
        'ON CONFLICT DO NOTHING',
      ) > 0,
    list: (fineTuneId: string) =>
      database.all(
        StoredCheckpoint,
        `SELECT ${selectedColumns(StoredCheckpoint)} FROM checkpoints WHERE fine_tune_id = ? ORDER BY step, is_final`,
        fineTuneId,
      ),
  };
}

const EventRow = z.object({
  /** From 1, without gaps. */
  number: z.int(),
  createdAt: z.int(),
  type: z.string(),
  level: z.nullable(z.string()),
  message: z.string(),
  step: z.int(),
  totalSteps: z.int(),
  tokenCount: z.int(),
  paramCount: z.int(),
  trainingOffset: z.int(),
  checkpointPath: z.string(),
  modelPath: z.string(),
  hash: z.string(),
});

/** 0 and '' mean unset. */
export type FineTuneEventRow = z.infer<typeof EventRow>;

export type NewFineTuneEvent = Omit<FineTuneEventRow, 'number' | 'hash'>;

const NextNumber = z.object({ number: z.int() });

export function fineTuneEventTable(database: Database) {
  return {
    add(fineTuneId: string, event: NewFineTuneEvent) {
      const next =
        'SELECT coalesce(max(number), 0) + 1 AS number FROM fine_tune_events WHERE fine_tune_id = ?';
      const number = database.one(NextNumber, next, fineTuneId)?.number ?? 1;
      const hash = hashOf(fineTuneId, number, event);
      database.insert('fine_tune_events', { fineTuneId, number, ...event, hash });
    },
    list: (fineTuneId: string, after = 0) =>
      database.all(
        EventRow,
        `SELECT ${selectedColumns(EventRow)}
         FROM fine_tune_events WHERE fine_tune_id = ? AND number > ? ORDER BY number`,
        fineTuneId,
        after,
      ),
  };
}

function hashOf(fineTuneId: string, number: number, { createdAt, type, message }: NewFineTuneEvent): string {
  const text = JSON.stringify([fineTuneId, number, createdAt, type, message]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** A diverged loss is infinite, which zod's own number rejects. */
const numberOrInfinite = z.custom<number>((value) => typeof value === 'number', 'expected a number');

const MetricRow = z.object({
  step: z.int(),
  kind: z.enum(['train', 'evaluation']),
  createdAt: z.int(),
  /** Null for an evaluation. */
  epoch: z.nullable(z.number()),
  /** Nats per token; null for NaN. */
  loss: z.nullable(numberOrInfinite),
  gradientNorm: z.nullable(numberOrInfinite),
  learningRate: z.nullable(z.number()),
});

export type FineTuneMetricRow = z.infer<typeof MetricRow>;

/** Inclusive. */
export interface MetricRange {
  readonly fromStep: number;
  readonly toStep: number;
  /** Unix milliseconds. */
  readonly fromTime: number;
  readonly toTime: number;
}

export function fineTuneMetricTable(database: Database) {
  return {
    /** False if already recorded: resumed jobs repeat steps. */
    add: (fineTuneId: string, row: FineTuneMetricRow) =>
      database.insert('fine_tune_metrics', { fineTuneId, ...row }, 'ON CONFLICT DO NOTHING') > 0,
    clear: (fineTuneId: string) =>
      void database.run('DELETE FROM fine_tune_metrics WHERE fine_tune_id = ?', fineTuneId),
    /** An evaluation comes after its step. */
    list: (fineTuneId: string, range: MetricRange) =>
      database.all(
        MetricRow,
        `SELECT ${selectedColumns(MetricRow)}
         FROM fine_tune_metrics
         WHERE fine_tune_id = ? AND step BETWEEN ? AND ? AND created_at BETWEEN ? AND ?
         ORDER BY step, kind DESC`,
        fineTuneId,
        range.fromStep,
        range.toStep,
        range.fromTime,
        range.toTime,
      ),
  };
}

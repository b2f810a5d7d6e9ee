// Fine-tune tables: jobs, checkpoints, events and metrics.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Database, type SqlValue, jsonColumn } from './database.ts';
import { FineTuneRequest } from './requests.ts';

/** The first six are unfinished. */
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

const columns = {
  status: 'status',
  trainingLines: 'training_lines',
  trainingBytes: 'training_bytes',
  tokenCount: 'token_count',
  paramCount: 'param_count',
  totalSteps: 'total_steps',
  evalSteps: 'eval_steps',
  epochsCompleted: 'epochs_completed',
  outputPath: 'output_path',
} as const;

export type FineTuneChanges = Partial<Pick<FineTuneRow, keyof typeof columns>>;

export interface FineTuneTable {
  /** False if already added. Its job must exist. */
  add(request: FineTuneRequest): boolean;
  find(id: string): FineTuneRow | null;
  /** Newest first. */
  list(): readonly FineTuneRow[];
  /** Unfinished, oldest first. */
  listOpen(): readonly FineTuneRow[];
  change(id: string, changes: FineTuneChanges, now: number): void;
  /** False if already recorded. */
  completeEpoch(id: string, epoch: number, now: number): boolean;
}

const select = `SELECT number, id, job_id AS jobId, request, created_at AS createdAt, updated_at AS updatedAt,
  ${Object.entries(columns)
    .map(([name, column]) => `${column} AS ${name}`)
    .join(', ')} FROM fine_tunes`;

const terminal = `('cancelled', 'completed', 'error', 'user_error')`;

export function fineTuneTable(database: Database): FineTuneTable {
  return {
    add: (request) =>
      database.run(
        `INSERT INTO fine_tunes (id, job_id, request, status, created_at, updated_at)
         VALUES (?, ?, ?, 'pending', ?, ?) ON CONFLICT (id) DO NOTHING`,
        request.id,
        request.jobId,
        JSON.stringify(request),
        request.createdAt,
        request.createdAt,
      ) > 0,
    find: (id) => database.one(Row, `${select} WHERE id = ?`, id),
    list: () => database.all(Row, `${select} ORDER BY number DESC`),
    listOpen: () => database.all(Row, `${select} WHERE status NOT IN ${terminal} ORDER BY number`),
    change(id, changes, now) {
      const values: SqlValue[] = [];
      const settings = Object.entries(columns).flatMap(([name, column]) => {
        const value: unknown = Reflect.get(changes, name);
        if (typeof value !== 'string' && typeof value !== 'number') return [];
        values.push(value);
        return [`${column} = ?`];
      });
      const set = ['updated_at = ?', ...settings].join(', ');
      database.run(`UPDATE fine_tunes SET ${set} WHERE id = ?`, now, ...values, id);
    },
    completeEpoch: (id, epoch, now) =>
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

export interface CheckpointTable {
  /** False if already recorded. */
  add(fineTuneId: string, row: CheckpointRow): boolean;
  /** In step order, the final one last. */
  list(fineTuneId: string): readonly CheckpointRow[];
}

export function checkpointTable(database: Database): CheckpointTable {
  return {
    add: (fineTuneId, { step, isFinal, path, createdAt }) =>
      database.run(
        `INSERT INTO checkpoints (fine_tune_id, step, is_final, path, created_at)
         VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        fineTuneId,
        step,
        isFinal ? 1 : 0,
        path,
        createdAt,
      ) > 0,
    list: (fineTuneId) =>
      database.all(
        StoredCheckpoint,
        `SELECT step, is_final AS isFinal, path, created_at AS createdAt
         FROM checkpoints WHERE fine_tune_id = ? ORDER BY step, is_final`,
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

export interface FineTuneEventTable {
  add(fineTuneId: string, event: NewFineTuneEvent): void;
  /** Above `after`. */
  list(fineTuneId: string, after?: number): readonly FineTuneEventRow[];
}

const NextNumber = z.object({ number: z.int() });

export function fineTuneEventTable(database: Database): FineTuneEventTable {
  return {
    add(fineTuneId, event) {
      const next =
        'SELECT coalesce(max(number), 0) + 1 AS number FROM fine_tune_events WHERE fine_tune_id = ?';
      const number = database.one(NextNumber, next, fineTuneId)?.number ?? 1;
      database.run(
        `INSERT INTO fine_tune_events (fine_tune_id, number, created_at, type, level, message, step, total_steps,
           token_count, param_count, training_offset, checkpoint_path, model_path, hash)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        fineTuneId,
        number,
        event.createdAt,
        event.type,
        event.level,
        event.message,
        event.step,
        event.totalSteps,
        event.tokenCount,
        event.paramCount,
        event.trainingOffset,
        event.checkpointPath,
        event.modelPath,
        hashOf(fineTuneId, number, event),
      );
    },
    list: (fineTuneId, after = 0) =>
      database.all(
        EventRow,
        `SELECT number, created_at AS createdAt, type, level, message, step, total_steps AS totalSteps,
           token_count AS tokenCount, param_count AS paramCount, training_offset AS trainingOffset,
           checkpoint_path AS checkpointPath, model_path AS modelPath, hash
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

export interface FineTuneMetricTable {
  /** False if already recorded: resumed jobs repeat steps. */
  add(fineTuneId: string, row: FineTuneMetricRow): boolean;
  clear(fineTuneId: string): void;
  /** An evaluation comes after its step. */
  list(fineTuneId: string, range: MetricRange): readonly FineTuneMetricRow[];
}

export function fineTuneMetricTable(database: Database): FineTuneMetricTable {
  return {
    add: (fineTuneId, row) =>
      database.run(
        `INSERT INTO fine_tune_metrics
           (fine_tune_id, step, kind, created_at, epoch, loss, gradient_norm, learning_rate)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        fineTuneId,
        row.step,
        row.kind,
        row.createdAt,
        row.epoch,
        row.loss,
        row.gradientNorm,
        row.learningRate,
      ) > 0,
    clear: (fineTuneId) =>
      void database.run('DELETE FROM fine_tune_metrics WHERE fine_tune_id = ?', fineTuneId),
    list: (fineTuneId, range) =>
      database.all(
        MetricRow,
        `SELECT step, kind, created_at AS createdAt, epoch, loss, gradient_norm AS gradientNorm,
           learning_rate AS learningRate
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

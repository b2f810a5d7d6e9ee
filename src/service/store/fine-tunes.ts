// Tables of fine-tuning jobs and their checkpoints.
import * as z from 'zod/mini';
import { type Database, type SqlValue, jsonColumn } from './database.ts';
import { FineTuneRequest } from './requests.ts';

/** The first six are those of an unfinished job. */
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
  /** Milliseconds since 1970. */
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
  /** Adds a pending job, whose record in `jobs` must exist; false if it is there already. */
  add(request: FineTuneRequest): boolean;
  find(id: string): FineTuneRow | null;
  /** Newest first. */
  list(): readonly FineTuneRow[];
  /** Unfinished ones, in order of acceptance. */
  listOpen(): readonly FineTuneRow[];
  change(id: string, changes: FineTuneChanges, now: number): void;
  /** Records a completed epoch; false if it was recorded already. */
  completeEpoch(id: string, epoch: number, now: number): boolean;
}

const select = `SELECT number, id, job_id AS jobId, request, created_at AS createdAt, updated_at AS updatedAt,
  ${Object.entries(columns)
    .map(([name, column]) => `${column} AS ${name}`)
    .join(', ')} FROM fine_tunes`;

const over = `('cancelled', 'completed', 'error', 'user_error')`;

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
    listOpen: () => database.all(Row, `${select} WHERE status NOT IN ${over} ORDER BY number`),
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
  /** Milliseconds since 1970. */
  createdAt: z.int(),
});

export type CheckpointRow = z.infer<typeof StoredCheckpoint>;

export interface CheckpointTable {
  /** False if it is recorded already. */
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

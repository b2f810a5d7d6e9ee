// The fine-tuning jobs: what was asked, and how far they are.
import * as z from 'zod/mini';
import { type Database, type SqlValue, jsonColumn } from './database.ts';
import { FineTuneRequest } from './requests.ts';

/** The statuses that a job goes through here; the first six are those of a job that is not over. */
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

/** A status of a job. */
export type FineTuneStatus = z.infer<typeof FineTuneStatus>;

const Row = z.object({
  /** Its place in the order of taking over, from 1. */
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
  /** Where the weights are, below the data folder; '' before they are. */
  outputPath: z.string(),
});

/** One fine-tuning job; counts are 0 until they are known. */
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

/** What of a job can change. */
export type FineTuneChanges = Partial<Pick<FineTuneRow, keyof typeof columns>>;

/** The table of fine-tuning jobs. */
export interface FineTuneTable {
  /** Adds a pending job, whose job must be there; false where it is there already. */
  add(request: FineTuneRequest): boolean;
  find(id: string): FineTuneRow | null;
  /** All of them, newest first. */
  list(): readonly FineTuneRow[];
  /** Those that are not over, in the order of taking over. */
  listOpen(): readonly FineTuneRow[];
  change(id: string, changes: FineTuneChanges, now: number): void;
  /** Notes that an epoch is complete; false where that was known. */
  completeEpoch(id: string, epoch: number, now: number): boolean;
}

const select = `SELECT number, id, job_id AS jobId, request, created_at AS createdAt, updated_at AS updatedAt,
  ${Object.entries(columns)
    .map(([name, column]) => `${column} AS ${name}`)
    .join(', ')} FROM fine_tunes`;

const over = `('cancelled', 'completed', 'error', 'user_error')`;

/** The table over an open database. */
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
  /** Below the data folder. */
  path: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
});

/** A saved state. */
export type CheckpointRow = z.infer<typeof StoredCheckpoint>;

/** The table of checkpoints. */
export interface CheckpointTable {
  /** False where it is known already. */
  add(fineTuneId: string, row: CheckpointRow): boolean;
  /** In the order of steps, the final one last. */
  list(fineTuneId: string): readonly CheckpointRow[];
}

/** The table over an open database. */
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

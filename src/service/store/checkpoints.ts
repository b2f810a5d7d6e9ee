// The saved states of fine-tuning jobs.
import * as z from 'zod/mini';
import type { Database } from './database.ts';

const Row = z.object({
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
export type CheckpointRow = z.infer<typeof Row>;

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
        Row,
        `SELECT step, is_final AS isFinal, path, created_at AS createdAt
         FROM checkpoints WHERE fine_tune_id = ? ORDER BY step, is_final`,
        fineTuneId,
      ),
  };
}

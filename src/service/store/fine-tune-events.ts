// Table of fine-tune events, append-only.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Database } from './database.ts';

const Row = z.object({
  /** From 1 per job, without gaps. */
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

/** 0 and '' mean "not set". */
export type FineTuneEventRow = z.infer<typeof Row>;

export type NewFineTuneEvent = Omit<FineTuneEventRow, 'number' | 'hash'>;

export interface FineTuneEventTable {
  add(fineTuneId: string, event: NewFineTuneEvent): void;
  /** In order; only numbers above `after`. */
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
        Row,
        `SELECT number, created_at AS createdAt, type, level, message, step, total_steps AS totalSteps,
           token_count AS tokenCount, param_count AS paramCount, training_offset AS trainingOffset,
           checkpoint_path AS checkpointPath, model_path AS modelPath, hash
         FROM fine_tune_events WHERE fine_tune_id = ? AND number > ? ORDER BY number`,
        fineTuneId,
        after,
      ),
  };
}

/** Stable and unique: a function of the job and the event. */
function hashOf(fineTuneId: string, number: number, { createdAt, type, message }: NewFineTuneEvent): string {
  const text = JSON.stringify([fineTuneId, number, createdAt, type, message]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

// Table of training metrics, for every step and evaluation.
import * as z from 'zod/mini';
import type { Database } from './database.ts';

/** A diverged loss is infinite, which zod's own number rejects. */
const numberOrInfinite = z.custom<number>((value) => typeof value === 'number', 'expected a number');

const Row = z.object({
  step: z.int(),
  kind: z.enum(['train', 'evaluation']),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  /** Epochs done, fractional; null for an evaluation. */
  epoch: z.nullable(z.number()),
  /** Nats per token; null for NaN. */
  loss: z.nullable(numberOrInfinite),
  gradientNorm: z.nullable(numberOrInfinite),
  learningRate: z.nullable(z.number()),
});

export type FineTuneMetricRow = z.infer<typeof Row>;

/** Both ends are inclusive. */
export interface MetricRange {
  readonly fromStep: number;
  readonly toStep: number;
  /** Milliseconds since 1970. */
  readonly fromTime: number;
  readonly toTime: number;
}

export interface FineTuneMetricTable {
  /** False if the step has such a row already: steps repeated by a resumed job are not recorded twice. */
  add(fineTuneId: string, row: FineTuneMetricRow): boolean;
  clear(fineTuneId: string): void;
  /** In step order, an evaluation after its step. */
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
        Row,
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

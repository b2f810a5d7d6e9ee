// What is known of one fine-tune, as every conclusion of this folder reads it.
import type { Checkpoint } from '#api/schema/checkpoint.ts';
import type { FineTuneEvent } from '#api/schema/fine-tune-event.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';

/** Everything that a conclusion may be drawn from. */
export interface FineTuneFacts {
  readonly record: FineTune;
  /** In the order in which they came, from wherever the service gives them. */
  readonly events: readonly FineTuneEvent[];
  readonly curves: CurveSet;
  /** Null while they have not been read. */
  readonly checkpoints: readonly Checkpoint[] | null;
}

/** Where a job is in its life; a status that nobody knows is `unknown`. */
export type Stage = 'waiting' | 'working' | 'completed' | 'broken off' | 'unknown';

/** Reads a status in any case. */
export function stageOf(status: string | undefined): Stage {
  return stages.get((status ?? '').toLowerCase()) ?? 'unknown';
}

/** Whether nothing more is to be expected. */
export function isOver(status: string | undefined): boolean {
  const stage = stageOf(status);
  return stage === 'completed' || stage === 'broken off';
}

const stages: ReadonlyMap<string, Stage> = new Map([
  ['pending', 'waiting'],
  ['queued', 'waiting'],
  ['model_downloading', 'working'],
  ['running', 'working'],
  ['compressing', 'working'],
  ['uploading', 'working'],
  ['cancel_requested', 'working'],
  ['completed', 'completed'],
  ['cancelled', 'broken off'],
  ['error', 'broken off'],
  ['user_error', 'broken off'],
  ['failed', 'broken off'],
]);

/** A number that a service sent; null where it is missing, or 0, which often means "not set". */
export function isSet(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}

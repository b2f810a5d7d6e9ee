// What is known of one fine-tune, as every conclusion of this folder reads it.
import type { Checkpoint, FineTuneEvent, FineTune } from '#api/schema/fine-tune.ts';
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

/** A number that a service sent; null where it is missing, or 0, which often means "not set". */
export function isSet(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}

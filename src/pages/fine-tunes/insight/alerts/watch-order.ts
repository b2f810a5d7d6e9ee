// What is handed to the worker that watches trainings, and what it does with it.
import { curvesOf } from '#pages/fine-tunes/curves-of.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { FineTuneFacts } from '#pages/fine-tunes/insight/fine-tune-facts.ts';
import { watchFacts, type Watched } from './find-alerts.ts';
import type { Thresholds } from './thresholds.ts';

/** What is to be watched. */
export interface WatchOrder {
  readonly facts: Omit<FineTuneFacts, 'curves'> & {
    /** Null: those that the events tell. */
    readonly curves: CurveSet | null;
  };
  readonly thresholds: Thresholds;
}

/** Does what is asked for. */
export function watchOrder({ facts, thresholds }: WatchOrder): Watched {
  return watchFacts({ ...facts, curves: facts.curves ?? curvesOf(facts.events) }, thresholds);
}

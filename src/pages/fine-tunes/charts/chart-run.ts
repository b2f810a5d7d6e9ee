// Input types of the loss charts: runs, marks, planned rates.
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';

/** One run on the charts. A run keeps its identity while nothing in it changed: what is computed of it is kept by it. */
export interface ChartRun {
  /** Short and stable: it stands in the address when a curve is hidden or is the baseline. */
  readonly id: string;
  readonly label: string;
  readonly curves: CurveSet;
  /** Tokens that a step trains on; null where unknown, and then there is no axis of tokens. */
  readonly tokensPerStep: number | null;
  /** Null where unknown, and then there is no axis of cost. */
  readonly dollarsPerStep: number | null;
  /** Unix milliseconds; null where unknown: elapsed time then counts from the first point that has a time. */
  readonly startedMs: number | null;
}

/** A moment of the first run, drawn as a dotted vertical with its word. */
export interface ChartMark {
  readonly step: number;
  readonly word: string;
  readonly kind: 'event' | 'checkpoint' | 'alert';
  readonly id: string;
}

/** The learning rate as its schedule plans it; both arrays are equally long, steps rise. */
export interface PlannedRates {
  readonly steps: Float64Array;
  readonly rates: Float64Array;
}

// Input of the loss charts: runs and their names, marks, planned rates.
import type { CurveName, CurveSet } from '#pages/fine-tunes/curves/curve.ts';

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
  /** Of a mean of runs: the lowest and the highest of them at each point, in the segments of its curves. */
  readonly spread?: ReadonlyMap<CurveName, readonly Spread[]>;
}

export interface Spread {
  readonly low: Float64Array;
  readonly high: Float64Array;
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

/** What tells the runs apart: without the words that all names begin with. One alone needs no name. */
export function shortNamesOf(labels: readonly string[]): readonly string[] {
  if (labels.length === 1) return [];
  const words = labels.map((label) => label.split(/(?<=[-_/. ])/));
  const most = Math.min(...words.map(({ length }) => length)) - 1;
  let shared = 0;
  while (shared < most && words.every((each) => each[shared] === words[0]?.[shared])) shared += 1;
  return words.map((each) => each.slice(shared).join(''));
}

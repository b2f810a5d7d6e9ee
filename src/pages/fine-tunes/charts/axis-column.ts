// X values of a curve in the unit of the chosen axis.
import { hasKnown, type CurveSegment } from '#pages/fine-tunes/curves/curve.ts';
import type { ChartRun } from './chart-run.ts';
import type { XAxis } from './chart-view.ts';

/** Equally long; x never falls. */
export interface AxisColumn {
  readonly x: Float64Array;
  readonly values: Float64Array;
  /** Null for all points in order. */
  readonly positions: Uint32Array | null;
}

/** `startMs` is for elapsed time: the first known time where the start is unknown. */
interface AxisFacts {
  readonly axis: XAxis;
  readonly tokensPerStep: number | null;
  readonly dollarsPerStep: number | null;
  readonly startMs: number | null;
}

export function axisFacts(run: ChartRun, axis: XAxis): AxisFacts {
  const { tokensPerStep, dollarsPerStep } = run;
  return {
    axis,
    tokensPerStep,
    dollarsPerStep,
    startMs: axis === 'elapsed' ? (run.startedMs ?? firstTime(run)) : null,
  };
}

/** Cached by segment and axis. */
export function axisColumn(segment: CurveSegment, facts: AxisFacts): AxisColumn {
  const key = `${facts.axis} ${factorOf(facts)} ${facts.axis === 'elapsed' ? facts.startMs : ''}`;
  const kept = keptBySegment.get(segment) ?? new Map<string, AxisColumn>();
  keptBySegment.set(segment, kept);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = makeColumn(segment, facts);
  kept.set(key, made);
  return made;
}

const keptBySegment = new WeakMap<CurveSegment, Map<string, AxisColumn>>();

/** Null where the axis needs a measured point. */
export function xOfStep(step: number, facts: AxisFacts): number | null {
  const factor = factorOf(facts);
  return factor === null ? null : step * factor;
}

/** Null on an axis without time. */
export function xOfTime(timeMs: number | null, { axis, startMs }: AxisFacts): number | null {
  if (axis === 'wall') return timeMs;
  return timeMs === null || startMs === null ? null : timeMs - startMs;
}

/** Null where a run has the axis. */
export function whyNoAxis(runs: readonly ChartRun[], axis: XAxis): string | null {
  const { isKnown, reason } = needs[axis];
  return isKnown(runs) ? null : reason;
}

const needs: Readonly<
  Record<XAxis, { readonly isKnown: (runs: readonly ChartRun[]) => boolean; readonly reason: string }>
> = {
  step: { isKnown: () => true, reason: '' },
  epoch: { isKnown: (runs) => hasColumn(runs, 'epochs'), reason: 'no point has an epoch' },
  tokens: {
    isKnown: (runs) => runs.some((run) => run.tokensPerStep !== null) || hasColumn(runs, 'tokens'),
    reason: 'tokens per step unknown',
  },
  elapsed: {
    isKnown: (runs) => hasColumn(runs, 'timesMs') || hasColumn(runs, 'elapsedMs'),
    reason: 'no point has a time',
  },
  wall: { isKnown: (runs) => hasColumn(runs, 'timesMs'), reason: 'no point has a date' },
  cost: {
    isKnown: (runs) => runs.some((run) => run.dollarsPerStep !== null),
    reason: 'cost per step unknown',
  },
};

function hasColumn(runs: readonly ChartRun[], name: 'epochs' | 'timesMs' | 'elapsedMs' | 'tokens'): boolean {
  return runs.some(({ curves }) =>
    [...curves.curves.values()].some((segments) => segments.some((segment) => hasNumber(segment[name]))),
  );
}

function hasNumber(column: Float64Array = none): boolean {
  const known = numbersKnown.get(column) ?? hasKnown(column);
  numbersKnown.set(column, known);
  return known;
}

// A column of a million NaN is read once.
const numbersKnown = new WeakMap<Float64Array, boolean>();

const none = new Float64Array();

/** Null where the step is not enough. */
function factorOf({ axis, tokensPerStep, dollarsPerStep }: AxisFacts): number | null {
  if (axis === 'step') return 1;
  if (axis === 'tokens') return tokensPerStep;
  return axis === 'cost' ? dollarsPerStep : null;
}

function makeColumn(segment: CurveSegment, facts: AxisFacts): AxisColumn {
  const { steps, values, epochs, timesMs, elapsedMs, tokens } = segment;
  const { axis, startMs } = facts;
  const factor = factorOf(facts);
  if (factor === 1) return { x: steps, values, positions: null };
  if (factor !== null) return { x: scaled(steps, factor), values, positions: null };
  if (axis === 'epoch') return withX(epochs, values);
  if (axis === 'tokens') return withX(tokens ?? none, values);
  if (axis === 'wall') return withX(timesMs, values);
  if (axis === 'elapsed' && (elapsedMs !== undefined || startMs !== null)) {
    const elapsed = new Float64Array(steps.length);
    for (let index = 0; index < elapsed.length; index += 1)
      elapsed[index] = elapsedAt(segment, index, startMs);
    return withX(elapsed, values);
  }
  return { x: none, values: none, positions: null };
}

/** By the trainer, which needs no start; else by the clock. NaN where unknown. */
export function elapsedAt(
  { elapsedMs, timesMs }: CurveSegment,
  index: number,
  startMs: number | null,
): number {
  const own = elapsedMs?.[index] ?? Number.NaN;
  return Number.isNaN(own) ? (timesMs[index] ?? Number.NaN) - (startMs ?? Number.NaN) : own;
}

function scaled(values: Float64Array, factor: number): Float64Array {
  const result = new Float64Array(values.length);
  for (let index = 0; index < values.length; index += 1) result[index] = (values[index] ?? 0) * factor;
  return result;
}

/** Drops points without an x. Where a clock was set back, x stays until it has caught up. */
function withX(x: Float64Array, values: Float64Array): AxisColumn {
  const rising = new Float64Array(x.length);
  const positions = new Uint32Array(x.length);
  let [count, highest] = [0, -Infinity];
  for (let index = 0; index < x.length; index += 1) {
    const here = x[index] ?? Number.NaN;
    if (!Number.isFinite(here)) continue;
    highest = Math.max(highest, here);
    rising[count] = highest;
    positions[count] = index;
    count += 1;
  }
  if (count === x.length) return { x: rising, values, positions: null };
  const kept = positions.slice(0, count);
  return {
    x: rising.slice(0, count),
    values: Float64Array.from(kept, (position) => values[position] ?? Number.NaN),
    positions: kept,
  };
}

function firstTime({ curves }: ChartRun): number | null {
  let first = Infinity;
  for (const segments of curves.curves.values()) {
    const time = segments[0]?.timesMs.find((each) => !Number.isNaN(each));
    first = Math.min(first, time ?? Infinity);
  }
  return first === Infinity ? null : first;
}

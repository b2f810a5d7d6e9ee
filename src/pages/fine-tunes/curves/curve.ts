// Training curve in typed columns, and a fold over columns that grow.
import { lowerBound } from '#lib/bisect.ts';
import { sameCount } from '#lib/growing-column.ts';

/** Known in every training; alerts and estimates read them. */
export const curveNames = ['train loss', 'eval loss', 'learning rate', 'gradient norm'] as const;

export type KnownCurve = (typeof curveNames)[number];

/** Other figures have their log key, e.g. `metric:rewards/margins`. */
export type CurveName = KnownCurve | `metric:${string}`;

export function metricCurve(key: string): CurveName {
  return `metric:${key}`;
}

/** As shown to users. */
export function curveLabel(name: string): string {
  return name.replace(/^metric:/, '');
}

/** Known ones first. */
export function namesOf(
  sets: readonly { readonly curves: ReadonlyMap<CurveName, unknown> }[],
): readonly CurveName[] {
  const names = new Set(sets.flatMap(({ curves }) => [...curves.keys()]));
  return [...new Set<CurveName>([...curveNames, ...names])].filter((name) => names.has(name));
}

export interface CurvePoint {
  readonly name: CurveName;
  readonly step: number;
  /** NaN and infinities are kept: users must see them. */
  readonly value: number;
  readonly epoch?: number | undefined;
  /** Unix milliseconds. */
  readonly timeMs?: number | undefined;
  /** Line in a file, or position of an event or row, from 1. */
  readonly line: number;
}

/** Steps rise. Columns are equally long; an all-unknown one may be empty. */
export interface CurveSegment {
  readonly steps: Float64Array;
  readonly values: Float64Array;
  /** NaN where unknown. */
  readonly epochs: Float64Array;
  /** Unix milliseconds; NaN where unknown. */
  readonly timesMs: Float64Array;
  /** Milliseconds since the run began, NaN where unknown; absent for clock times only. */
  readonly elapsedMs?: Float64Array;
  /** Counted by the trainer since the run began, NaN where unknown; absent without counts. */
  readonly tokens?: Float64Array;
  /** Index into the set's sources. */
  readonly sources: Uint16Array;
  readonly lines: Uint32Array;
  /** Where another job, or a restart, goes on in one segment; rising. */
  readonly joins?: readonly number[];
}

/** Unknown curves of the run are absent. */
export interface CurveSet {
  /** `events`, `metrics`, or a file's name. */
  readonly sources: readonly string[];
  /** One segment per restart, in order. */
  readonly curves: ReadonlyMap<CurveName, readonly CurveSegment[]>;
}

export const noCurves: CurveSet = { sources: [], curves: new Map() };

// None calls anything for each of a million points.

export function hasUnknown(column: Float64Array): boolean {
  return column.includes(Number.NaN);
}

export function hasKnown(column: Float64Array): boolean {
  for (let index = 0; index < column.length; index += 1) if (!Number.isNaN(column[index])) return true;
  return false;
}

/** Finite, of what restarts left; the first of equals. */
export function lowestPoint(
  segments: readonly Pick<CurveSegment, 'steps' | 'values'>[],
): { readonly step: number; readonly value: number } | null {
  let [lowest, step]: [number, number | undefined] = [Infinity, undefined];
  let end = Infinity;
  for (const { steps, values } of segments.toReversed()) {
    for (let index = lowerBound(steps, end) - 1; index >= 0; index -= 1) {
      const value = values[index] ?? Number.NaN;
      if (value <= lowest && Number.isFinite(value)) [lowest, step] = [value, steps[index]];
    }
    end = Math.min(end, steps[0] ?? end);
  }
  return step === undefined ? null : { step, value: lowest };
}

/**
 * A point's value, or between two points; null outside.
 * @param after first point at or after `x`
 */
export function interpolate(xs: Float64Array, values: Float64Array, after: number, x: number): number | null {
  const [toX, to] = [xs[after], values[after]];
  if (toX === undefined || to === undefined) return null;
  if (toX === x) return to;
  const [fromX, from] = [xs[after - 1], values[after - 1]];
  if (fromX === undefined || from === undefined) return null;
  return from + ((to - from) * (x - fromX)) / (toX - fromX);
}

/** `events, row 12`; `trainer_log.jsonl, row 340`. */
export function sourceOf(set: CurveSet, segment: CurveSegment, index: number): string {
  return `${set.sources[segment.sources[index] ?? 0] ?? 'unknown'}, row ${segment.lines[index] ?? 0}`;
}

export function pointCount(segments: readonly CurveSegment[]): number {
  return segments.reduce((count, { steps }) => count + steps.length, 0);
}

/** Equally long. */
type Columns = readonly Float64Array[];

interface Fold<State> {
  readonly begin: () => State;
  readonly copy: (state: State) => State;
  readonly take: (state: State, columns: Columns, index: number) => void;
}

/** Newest rows read again: polls of several sources revise them. */
const tailLength = 1_000;

/** Reads only new and the newest old rows, but all after a change of older ones. */
export function createGrowingFold<State>({
  begin,
  copy,
  take,
}: Fold<State>): (columns: Columns) => Readonly<State> {
  let settled: { readonly state: State; readonly columns: Columns; readonly count: number } | null = null;
  return (columns) => {
    const length = columns[0]?.length ?? 0;
    const isKnown = settled?.columns.every((before, index) => {
      const now = columns[index] ?? none;
      return before.length + now.length === 0 || sameCount(before, now) >= (settled?.count ?? 0);
    });
    const from = isKnown === true && settled !== null ? settled : { state: begin(), count: 0 };
    const count = Math.max(from.count, length - tailLength);
    for (let index = from.count; index < count; index += 1) take(from.state, columns, index);
    settled = { state: from.state, columns, count };
    const state = copy(from.state);
    for (let index = count; index < length; index += 1) take(state, columns, index);
    return state;
  };
}

const none = new Float64Array();

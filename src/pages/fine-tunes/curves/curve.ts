// Training curve in typed columns, one segment per restart.

/** The curves that every training has, and that alerts and estimates read. */
export const curveNames = ['train loss', 'eval loss', 'learning rate', 'gradient norm'] as const;

/** One of them. */
export type KnownCurve = (typeof curveNames)[number];

/** What is measured: a known curve, or any other figure of a log under its own key, as `metric:rewards/margins`. */
export type CurveName = KnownCurve | `metric:${string}`;

/** The name of a curve that only its log knows. */
export function metricCurve(key: string): CurveName {
  return `metric:${key}`;
}

/** A curve's name for a person. */
export function curveLabel(name: string): string {
  return name.replace(/^metric:/, '');
}

/** The names of all curves of some sets: the known ones first, in their order. */
export function namesOf(
  sets: readonly { readonly curves: ReadonlyMap<CurveName, unknown> }[],
): readonly CurveName[] {
  const names = new Set(sets.flatMap(({ curves }) => [...curves.keys()]));
  return [...new Set<CurveName>([...curveNames, ...names])].filter((name) => names.has(name));
}

/** One point, as a source brought it. */
export interface CurvePoint {
  readonly name: CurveName;
  readonly step: number;
  /** NaN and infinities are kept: they are what a person must see. */
  readonly value: number;
  readonly epoch?: number | undefined;
  /** Unix milliseconds. */
  readonly timeMs?: number | undefined;
  /** The line of a file, or the position of an event or a row, from 1. */
  readonly line: number;
}

/** A part of a curve in which the steps rise; all columns are equally long, but that one of unknowns alone may be empty. */
export interface CurveSegment {
  readonly steps: Float64Array;
  readonly values: Float64Array;
  /** NaN where unknown. */
  readonly epochs: Float64Array;
  /** Unix milliseconds; NaN where unknown. */
  readonly timesMs: Float64Array;
  /** Milliseconds since the run began, NaN where unknown; absent where the source says none and only the clock can tell. */
  readonly elapsedMs?: Float64Array;
  /** Position in the set's sources. */
  readonly sources: Uint16Array;
  readonly lines: Uint32Array;
}

/** The curves of one run. A curve that nothing is known of is not in the map. */
export interface CurveSet {
  /** Where points came from: `events`, `metrics`, or the name of a file. */
  readonly sources: readonly string[];
  /** Segments in the order of the run; more than one where it began again. */
  readonly curves: ReadonlyMap<CurveName, readonly CurveSegment[]>;
}

/** Nothing is known. */
export const noCurves: CurveSet = { sources: [], curves: new Map() };

// Plain loops: a callback for each of a million points would be seen.

/** Whether a column has an unknown (NaN). */
export function hasUnknown(column: Float64Array): boolean {
  for (const value of column) if (Number.isNaN(value)) return true;
  return false;
}

/** Whether a column knows anything. */
export function hasKnown(column: Float64Array): boolean {
  for (const value of column) if (!Number.isNaN(value)) return true;
  return false;
}

/** Where a point came from, for a person: `events:12`, `trainer_log.jsonl:340`. */
export function sourceOf(set: CurveSet, segment: CurveSegment, index: number): string {
  return `${set.sources[segment.sources[index] ?? 0] ?? 'unknown'}:${segment.lines[index] ?? 0}`;
}

/** Points of all segments together. */
export function pointCount(segments: readonly CurveSegment[]): number {
  return segments.reduce((count, { steps }) => count + steps.length, 0);
}

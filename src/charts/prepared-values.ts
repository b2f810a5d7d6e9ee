// Cache of prepared series, keyed weakly by their array.
import { type Extremes, indexExtremes } from '#lib/decimate.ts';
import { originOf, sameCount } from '#lib/growing-column.ts';
import { smooth } from '#lib/smoothing.ts';

export interface Preparation {
  /** 0 for none. */
  readonly weight: number;
  /** Values of 0 and below become gaps. */
  readonly isLog: boolean;
}

interface Kept extends Preparation {
  readonly extremes: Extremes;
}

/** Dragging the slider makes many smoothings, each of both scales. */
const keptSmoothings = 4;

const keptByValues = new WeakMap<Float64Array, readonly Kept[]>();

/** By the origin of a growing column: its newest, and the one before, which has what the newest does not have yet. */
const newestByOrigin = new WeakMap<object, readonly Float64Array[]>();

/** Null if not prepared yet. */
export function findPrepared(values: Float64Array, { weight, isLog }: Preparation): Extremes | null {
  const kept = keptByValues.get(values)?.find((each) => each.weight === weight && each.isLog === isLog);
  return kept?.extremes ?? null;
}

/** Else the newest other smoothing, so that a line stays visible. */
export function findNearlyPrepared(values: Float64Array, { weight, isLog }: Preparation): Extremes | null {
  const exact = findPrepared(values, { weight, isLog });
  if (exact !== null || weight === 0) return exact;
  const others = keptByValues.get(values)?.filter((each) => each.weight > 0 && each.isLog === isLog);
  return others?.at(-1)?.extremes ?? null;
}

export function keepPrepared(values: Float64Array, preparation: Preparation, extremes: Extremes): void {
  const { weight, isLog } = preparation;
  const others = (keptByValues.get(values) ?? []).filter(
    (each) => each.weight !== weight || each.isLog !== isLog,
  );
  const plain = others.filter((each) => each.weight === 0);
  const smoothed = others.filter((each) => each.weight > 0).slice(-keptSmoothings);
  keptByValues.set(values, [...plain, ...smoothed, { weight, isLog, extremes }]);
  const newest = newestByOrigin.get(originOf(values)) ?? [];
  if (!newest.includes(values)) newestByOrigin.set(originOf(values), [values, ...newest.slice(0, 1)]);
}

/** Kept. Of a series that has grown, only what is new is read. */
export function prepareValues(values: Float64Array, { weight, isLog }: Preparation): Extremes {
  const known = findPrepared(values, { weight, isLog });
  if (known !== null) return known;
  const extremes = isLog
    ? onlyPositive(prepareValues(values, { weight, isLog: false }))
    : readOn(values, weight, findBefore(values, weight));
  keepPrepared(values, { weight, isLog }, extremes);
  return extremes;
}

/** Whether `prepareValues` takes no time to speak of, however long the series is. */
export function isQuicklyPrepared(values: Float64Array, { weight }: Preparation): boolean {
  return findPrepared(values, { weight, isLog: false }) !== null || findBefore(values, weight) !== null;
}

/** Unchanged values are not copied. */
function readOn(values: Float64Array, weight: number, before: Extremes | null): Extremes {
  if (before === null) return indexExtremes(weight > 0 ? smooth(values, weight) : values);
  const finiteCount = before.values.length - before.gaps.length;
  return indexExtremes(smooth(values, weight, { smoothed: before.values, finiteCount }), before);
}

/** Of the beginning of these values. A constant one was not smoothed. */
function findBefore(values: Float64Array, weight: number): Extremes | null {
  for (const older of newestByOrigin.get(originOf(values)) ?? []) {
    const before = findPrepared(older, { weight, isLog: false });
    const isBeginning = before !== null && sameCount(older, values) === older.length;
    if (isBeginning && (weight <= 0 || before.values !== older)) return before;
  }
  return null;
}

function onlyPositive(extremes: Extremes): Extremes {
  const { values } = extremes;
  if (!values.some((value) => value <= 0)) return extremes;
  return indexExtremes(values.map((value) => (value > 0 ? value : Number.NaN)));
}

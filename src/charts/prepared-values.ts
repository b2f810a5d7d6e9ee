// Cache of prepared series, keyed weakly by their array.
import { type Extremes, indexExtremes } from '#lib/decimate.ts';
import { smooth } from '#lib/statistics.ts';

interface Kept extends Preparation {
  readonly extremes: Extremes;
}

/** Dragging the slider makes many smoothings. */
const keptSmoothings = 2;

const keptByValues = new WeakMap<Float64Array, readonly Kept[]>();

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
}

export interface Preparation {
  /** 0 for none. */
  readonly weight: number;
  /** Values of 0 and below become gaps. */
  readonly isLog: boolean;
}

/** Unchanged values are not copied. */
export function prepareValues(values: Float64Array, { weight, isLog }: Preparation): Extremes {
  const smoothed = weight > 0 ? smooth(values, weight) : values;
  return indexExtremes(isLog ? onlyPositive(smoothed) : smoothed);
}

function onlyPositive(values: Float64Array): Float64Array {
  if (!values.some((value) => value <= 0)) return values;
  return values.map((value) => (value > 0 ? value : Number.NaN));
}

// Epochs and times that one curve of a run has and another lacks: an evaluation stands where the training was at its step.
import { lowerBound } from '#lib/decimate.ts';
import { curveNames, type CurveName, type CurveSegment, type CurveSet } from './curve.ts';

const placed = new WeakMap<CurveSet, CurveSet>();

/** The same values with every place that is known; the set itself where nothing is missing. Kept as long as the set. */
export function placedCurves(set: CurveSet): CurveSet {
  const known = placed.get(set) ?? placeAll(set);
  placed.set(set, known);
  return known;
}

function placeAll(set: CurveSet): CurveSet {
  let isSame = true;
  const curves = new Map<CurveName, readonly CurveSegment[]>();
  for (const name of curveNames) {
    const segments = set.curves.get(name);
    if (segments === undefined) continue;
    const filled = segments.map((segment, index) => {
      // The newest restart is the last of every curve.
      const others = curveNames
        .filter((other) => other !== name)
        .flatMap((other) => set.curves.get(other)?.at(index - segments.length) ?? []);
      return fill(segment, others);
    });
    isSame &&= filled.every((segment, index) => segment === segments[index]);
    curves.set(name, filled);
  }
  return isSame ? set : { sources: set.sources, curves };
}

function fill(segment: CurveSegment, others: readonly CurveSegment[]): CurveSegment {
  const epochs = column(segment, others, ({ epochs: each }) => each);
  const timesMs = column(segment, others, ({ timesMs: each }) => each);
  const elapsedMs = column(segment, others, ({ elapsedMs: each }) => each);
  if (epochs === null && timesMs === null && elapsedMs === null) return segment;
  return {
    ...segment,
    ...(epochs && { epochs }),
    ...(timesMs && { timesMs }),
    ...(elapsedMs && { elapsedMs }),
  };
}

type Pick = (segment: CurveSegment) => Float64Array | undefined;

/** Null where nothing can be added. */
function column(segment: CurveSegment, others: readonly CurveSegment[], pick: Pick): Float64Array | null {
  const own = pick(segment);
  const { steps } = segment;
  if (own !== undefined && own.length === steps.length && !own.some((value) => Number.isNaN(value)))
    return null;
  const source = others.find((other) => pick(other)?.some((value) => !Number.isNaN(value)) === true);
  const places = source && pick(source);
  if (source === undefined || places === undefined) return null;
  return Float64Array.from(steps, (step, index) => {
    const value = own?.[index] ?? Number.NaN;
    return Number.isNaN(value) ? valueAt(source.steps, places, step) : value;
  });
}

/** On the line between the two steps around it; NaN outside, and where one of them has no place. */
function valueAt(steps: Float64Array, places: Float64Array, step: number): number {
  const after = lowerBound(steps, step);
  const [high, to] = [steps[after] ?? Number.NaN, places[after] ?? Number.NaN];
  if (high === step) return to;
  const [low, from] = [steps[after - 1] ?? Number.NaN, places[after - 1] ?? Number.NaN];
  return from + ((to - from) * (step - low)) / (high - low);
}

// Puts what several sources say of one run together, step by step; a later source wins where both know a step.
import { curveNames, type CurveSegment, type CurveSet } from './curve.ts';

/** The curves of one run from all its sources, the most trusted last. Segments are matched from the end: the newest restart is one. */
export function mergeCurves(sets: readonly CurveSet[]): CurveSet {
  const [first, ...others] = sets;
  if (first === undefined) return { sources: [], curves: new Map() };
  return others.reduce(mergeTwo, first);
}

function mergeTwo(base: CurveSet, over: CurveSet): CurveSet {
  const shift = base.sources.length;
  const curves = curveNames.flatMap((name) => {
    const [under, upper] = [base.curves.get(name) ?? [], over.curves.get(name) ?? []];
    const count = Math.max(under.length, upper.length);
    const segments = Array.from({ length: count }, (_, index) => {
      const one = under[under.length - count + index];
      const other = upper[upper.length - count + index];
      return mergeSegments(one, other && shifted(other, shift));
    }).filter((segment) => segment !== undefined);
    return segments.length === 0 ? [] : [[name, segments] as const];
  });
  return { sources: [...base.sources, ...over.sources], curves: new Map(curves) };
}

function shifted(segment: CurveSegment, shift: number): CurveSegment {
  return { ...segment, sources: segment.sources.map((source) => source + shift) };
}

function mergeSegments(
  one: CurveSegment | undefined,
  other: CurveSegment | undefined,
): CurveSegment | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const picks: [CurveSegment, number][] = [];
  let [left, right] = [0, 0];
  while (left < one.steps.length || right < other.steps.length) {
    const [here, there] = [one.steps[left] ?? Infinity, other.steps[right] ?? Infinity];
    if (here < there) picks.push([one, left]);
    else picks.push([other, right]);
    if (here <= there) left += 1;
    if (there <= here) right += 1;
  }
  return {
    steps: Float64Array.from(picks, ([from, index]) => from.steps[index] ?? Number.NaN),
    values: Float64Array.from(picks, ([from, index]) => from.values[index] ?? Number.NaN),
    epochs: Float64Array.from(picks, ([from, index]) => from.epochs[index] ?? Number.NaN),
    timesMs: Float64Array.from(picks, ([from, index]) => from.timesMs[index] ?? Number.NaN),
    ...((one.elapsedMs ?? other.elapsedMs) && {
      elapsedMs: Float64Array.from(picks, ([from, index]) => from.elapsedMs?.[index] ?? Number.NaN),
    }),
    sources: Uint16Array.from(picks, ([from, index]) => from.sources[index] ?? 0),
    lines: Uint32Array.from(picks, ([from, index]) => from.lines[index] ?? 0),
  };
}

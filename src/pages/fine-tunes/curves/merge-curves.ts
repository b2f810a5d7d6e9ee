// Puts what several sources say of one run together, step by step; a later one wins, but for times that only the other knows.
import { namesOf, type CurveSegment, type CurveSet } from './curve.ts';

/** The curves of one run from all its sources, the most trusted last. Segments are matched from the end: the newest restart is one. */
export function mergeCurves(sets: readonly CurveSet[]): CurveSet {
  const [first, ...others] = sets;
  if (first === undefined) return { sources: [], curves: new Map() };
  return others.reduce(mergeTwo, first);
}

function mergeTwo(base: CurveSet, over: CurveSet): CurveSet {
  const shift = base.sources.length;
  const curves = namesOf([base, over]).flatMap((name) => {
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
  // Where each point stands in the two, -1 in the one that does not know its step. Logs can have millions of points.
  const most = one.steps.length + other.steps.length;
  const [lefts, rights] = [new Int32Array(most), new Int32Array(most)];
  let [count, left, right] = [0, 0, 0];
  while (left < one.steps.length || right < other.steps.length) {
    const [here, there] = [one.steps[left] ?? Infinity, other.steps[right] ?? Infinity];
    const [isBehind, isBefore] = [here > there, here < there];
    lefts[count] = isBehind ? -1 : left;
    rights[count] = isBefore ? -1 : right;
    if (!isBehind) left += 1;
    if (!isBefore) right += 1;
    count += 1;
  }
  const sides = { lefts, rights };
  const mix = (pick: (from: CurveSegment) => ArrayLike<number> | undefined, into: Float64Array) =>
    mixInto(into, pick(one), pick(other), sides);
  const filled = (pick: (from: CurveSegment) => Float64Array | undefined) =>
    fillInto(mix(pick, new Float64Array(count)), pick(one), sides);
  return {
    steps: mix(({ steps }) => steps, new Float64Array(count)),
    values: mix(({ values }) => values, new Float64Array(count)),
    epochs: filled(({ epochs }) => epochs),
    timesMs: filled(({ timesMs }) => timesMs),
    ...((one.elapsedMs ?? other.elapsedMs) && { elapsedMs: filled(({ elapsedMs }) => elapsedMs) }),
    sources: Uint16Array.from(mix(({ sources }) => sources, new Float64Array(count))),
    lines: Uint32Array.from(mix(({ lines }) => lines, new Float64Array(count))),
  };
}

interface Sides {
  readonly lefts: Int32Array;
  readonly rights: Int32Array;
}

/** The values of the later source, and of the other where it has none. */
function mixInto(
  into: Float64Array,
  one: ArrayLike<number> | undefined,
  other: ArrayLike<number> | undefined,
  { lefts, rights }: Sides,
): Float64Array {
  for (let at = 0; at < into.length; at += 1) {
    const right = rights[at] ?? -1;
    into[at] = (right < 0 ? one?.[lefts[at] ?? -1] : other?.[right]) ?? Number.NaN;
  }
  return into;
}

/** Puts what the other source knows where nothing is known. */
function fillInto(into: Float64Array, one: Float64Array | undefined, { lefts }: Sides): Float64Array {
  for (let at = 0; at < into.length; at += 1)
    if (Number.isNaN(into[at])) into[at] = one?.[lefts[at] ?? -1] ?? Number.NaN;
  return into;
}

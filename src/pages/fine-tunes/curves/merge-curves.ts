// Merge of curves from several sources; the later source wins.
import { lowerBound } from '#lib/bisect.ts';
import {
  namesOf,
  type CurveSegment,
  type CurveSet,
  curveNames,
  type CurveName,
  hasKnown,
  hasUnknown,
  interpolate,
} from './curve.ts';

/** Sets of one run, most trusted last. Segments match from the end, by the newest restart. */
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
  // Each point's index in both, -1 for a missing step. Typed: logs can have millions.
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
    ...((one.tokens ?? other.tokens) && { tokens: filled(({ tokens }) => tokens) }),
    sources: Uint16Array.from(mix(({ sources }) => sources, new Float64Array(count))),
    lines: Uint32Array.from(mix(({ lines }) => lines, new Float64Array(count))),
  };
}

interface Sides {
  readonly lefts: Int32Array;
  readonly rights: Int32Array;
}

/** The later source wins. */
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

function fillInto(into: Float64Array, one: Float64Array | undefined, { lefts }: Sides): Float64Array {
  for (let at = 0; at < into.length; at += 1)
    if (Number.isNaN(into[at])) into[at] = one?.[lefts[at] ?? -1] ?? Number.NaN;
  return into;
}

const placed = new WeakMap<CurveSet, CurveSet>();

/** Fills epochs and times from the set's other curves. Cached; the same set if nothing is missing. */
export function placedCurves(set: CurveSet): CurveSet {
  const known = placed.get(set) ?? placeAll(set);
  placed.set(set, known);
  return known;
}

function placeAll(set: CurveSet): CurveSet {
  let isSame = true;
  const curves = new Map<CurveName, readonly CurveSegment[]>();
  for (const [name, segments] of set.curves) {
    const filled = segments.map((segment, index) => {
      // Segments match from the end; evaluations may go on where a restart began another of losses.
      const others = curveNames
        .filter((other) => other !== name)
        .flatMap((other) => {
          const all = set.curves.get(other) ?? [];
          return all.slice(0, Math.max(0, all.length + index - segments.length + 1)).toReversed();
        });
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
  const tokens = column(segment, others, ({ tokens: each }) => each);
  if (epochs === null && timesMs === null && elapsedMs === null && tokens === null) return segment;
  return {
    ...segment,
    ...(epochs && { epochs }),
    ...(timesMs && { timesMs }),
    ...(elapsedMs && { elapsedMs }),
    ...(tokens && { tokens }),
  };
}

const none = new Float64Array();

type Pick = (segment: CurveSegment) => Float64Array | undefined;

/** Null where nothing can be added. */
function column(segment: CurveSegment, others: readonly CurveSegment[], pick: Pick): Float64Array | null {
  const own = pick(segment);
  const { steps } = segment;
  if (own !== undefined && own.length === steps.length && !hasUnknown(own)) return null;
  const sources = others.flatMap((other) => {
    const places = pick(other) ?? none;
    return hasKnown(places) ? [{ steps: other.steps, places }] : [];
  });
  if (sources.length === 0) return null;
  return Float64Array.from(steps, (step, index) => {
    const value = own?.[index] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
    for (const source of sources) {
      const found = interpolate(source.steps, source.places, lowerBound(source.steps, step), step);
      if (found !== null && !Number.isNaN(found)) return found;
    }
    return Number.NaN;
  });
}

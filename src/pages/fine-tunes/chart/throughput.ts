// How fast a run went, from the times of its own points: tokens a second, or steps a minute where tokens are not known.
import type { CurveSegment, CurveSet } from '#pages/fine-tunes/curves/curve.ts';

/** The curve that has most points with a time tells it. Empty where no two points have different times. */
export function throughput(curves: CurveSet, tokensPerStep: number | null): readonly CurveSegment[] {
  const known = keptByCurves.get(curves);
  if (known !== undefined && known.tokensPerStep === tokensPerStep) return known.segments;
  const all = [...curves.curves.values()];
  // Counting reads every time: where there is nothing to choose, it is spared.
  const [only] = all.length === 1 ? all : [];
  const best = only ?? all.toSorted((one, other) => timedCount(other) - timedCount(one))[0] ?? [];
  const factor = tokensPerStep === null ? 60_000 : tokensPerStep * 1000;
  const segments = best.map((segment) => ratesOf(segment, factor)).filter(({ steps }) => steps.length > 0);
  keptByCurves.set(curves, { tokensPerStep, segments });
  return segments;
}

/** Whether there will be some: two points of a curve have different times. Looks at the ends alone. */
export function hasThroughput({ curves }: CurveSet): boolean {
  return [...curves.values()].flat().some(({ timesMs }) => {
    const first = timesMs.find(isTime);
    return first !== undefined && timesMs.findLast(isTime) !== first;
  });
}

function isTime(time: number): boolean {
  return !Number.isNaN(time);
}

const keptByCurves = new WeakMap<
  CurveSet,
  { readonly tokensPerStep: number | null; readonly segments: readonly CurveSegment[] }
>();

/** Longer runs are told in longer stretches: no plot is so wide. */
const mostStretches = 20_000;

function timedCount(segments: readonly CurveSegment[]): number {
  let count = 0;
  for (const { timesMs } of segments) for (const time of timesMs) count += Number.isNaN(time) ? 0 : 1;
  return count;
}

/**
 * A point wherever the clock went on since the last one: several points of the same second count as one stretch.
 * @param factor steps a millisecond to the unit that is shown
 */
function ratesOf(segment: CurveSegment, factor: number): CurveSegment {
  const { steps, timesMs } = segment;
  const least = Math.ceil(steps.length / mostStretches);
  const room = Math.ceil(steps.length / least);
  const positions = new Uint32Array(room);
  const rates = new Float64Array(room);
  let count = 0;
  let before = -1;
  let index = 0;
  while (index < steps.length) {
    const elapsed = (timesMs[index] ?? Number.NaN) - (before < 0 ? -Infinity : (timesMs[before] ?? 0));
    // Neither without a time nor of the same moment.
    if (!(elapsed > 0)) {
      index += 1;
      continue;
    }
    if (before >= 0) {
      positions[count] = index;
      rates[count] = (((steps[index] ?? 0) - (steps[before] ?? 0)) / elapsed) * factor;
      count += 1;
    }
    before = index;
    index += least;
  }
  const found = positions.subarray(0, count);
  return {
    steps: pick(steps, found, new Float64Array(count)),
    values: rates.slice(0, count),
    epochs: pick(segment.epochs, found, new Float64Array(count)),
    timesMs: pick(timesMs, found, new Float64Array(count)),
    sources: pick(segment.sources, found, new Uint16Array(count)),
    lines: pick(segment.lines, found, new Uint32Array(count)),
  };
}

/** A plain loop: over many thousand positions a call for each would be seen. */
function pick<Column extends Float64Array | Uint16Array | Uint32Array>(
  from: ArrayLike<number>,
  positions: Uint32Array,
  to: Column,
): Column {
  for (let index = 0; index < positions.length; index += 1) to[index] = from[positions[index] ?? 0] ?? 0;
  return to;
}

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
  const positions: number[] = [];
  const rates: number[] = [];
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
      positions.push(index);
      rates.push((((steps[index] ?? 0) - (steps[before] ?? 0)) / elapsed) * factor);
    }
    before = index;
    index += least;
  }
  const pick = (column: Float64Array) => Float64Array.from(positions, (at) => column[at] ?? Number.NaN);
  return {
    steps: pick(steps),
    values: Float64Array.from(rates),
    epochs: pick(segment.epochs),
    timesMs: pick(timesMs),
    sources: Uint16Array.from(positions, (at) => segment.sources[at] ?? 0),
    lines: Uint32Array.from(positions, (at) => segment.lines[at] ?? 0),
  };
}

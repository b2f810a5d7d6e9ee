// Mean of the runs of a group, with minimum and maximum.
import type { ChartRun, Spread } from '#pages/fine-tunes/charts/chart-run.ts';
import { namesOf, type CurveName, type CurveSegment } from '#pages/fine-tunes/curves/curve.ts';
import { stitch } from './lineage.ts';

/**
 * Replaces groups of at least two runs by their means, in the order of first runs.
 * @param groupOf empty for no group
 */
export function meansOfGroups(
  runs: readonly ChartRun[],
  groupOf: (id: string) => string,
): readonly ChartRun[] {
  return runs.flatMap((run, index) => {
    const group = groupOf(run.id);
    const own = runs.filter(({ id }) => groupOf(id) === group);
    if (group === '' || own.length < 2) return [run];
    return own[0] === runs[index] ? [meanRun(group, own)] : [];
  });
}

/** A restarted run's final path counts. */
function meanRun(group: string, runs: readonly ChartRun[]): ChartRun {
  const wholes = runs.map(({ id, curves }) => stitch([{ id, curves, untilStep: null }]).curves);
  const spread = new Map<CurveName, readonly Spread[]>();
  const curves = new Map<CurveName, readonly CurveSegment[]>();
  for (const name of namesOf(wholes)) {
    const mean = meanOf(wholes.flatMap((each) => each.curves.get(name) ?? []).map(finiteOf));
    curves.set(name, [mean.segment]);
    spread.set(name, [mean.spread]);
  }
  const [tokens, ...others] = new Set(runs.map(({ tokensPerStep }) => tokensPerStep));
  return {
    id: `group ${group}`,
    label: `${group} (mean of ${runs.length})`,
    curves: { sources: ['mean of runs'], curves },
    tokensPerStep: others.length === 0 ? (tokens ?? null) : null,
    dollarsPerStep: null,
    startedMs: null,
    spread,
  };
}

type Line = Pick<CurveSegment, 'steps' | 'values'>;

function finiteOf({ steps, values }: Line): Line {
  const isFinite = (index: number) => Number.isFinite(values[index]);
  return { steps: steps.filter((_, index) => isFinite(index)), values: values.filter(Number.isFinite) };
}

/** At every step, over the runs that reach it, interpolated. */
function meanOf(lines: readonly Line[]): { readonly segment: CurveSegment; readonly spread: Spread } {
  const steps = Float64Array.from(new Set(lines.flatMap((line) => [...line.steps]))).sort();
  const sums = new Float64Array(steps.length);
  const counts = new Uint32Array(steps.length);
  const low = new Float64Array(steps.length).fill(Infinity);
  const high = new Float64Array(steps.length).fill(-Infinity);
  for (const line of lines) {
    let after = 0;
    for (const [index, step] of steps.entries()) {
      while ((line.steps[after] ?? Infinity) < step) after += 1;
      const value = valueAt(line, after, step);
      if (value === null) continue;
      sums[index] = (sums[index] ?? 0) + value;
      counts[index] = (counts[index] ?? 0) + 1;
      low[index] = Math.min(low[index] ?? value, value);
      high[index] = Math.max(high[index] ?? value, value);
    }
  }
  const unknown = new Float64Array(steps.length).fill(Number.NaN);
  return {
    segment: {
      steps,
      values: sums.map((sum, index) => sum / (counts[index] ?? 0)),
      epochs: unknown,
      timesMs: unknown,
      sources: new Uint16Array(steps.length),
      // Runs in the mean.
      lines: counts,
    },
    spread: { low, high },
  };
}

/** @param after first point at or after the step */
function valueAt({ steps, values }: Line, after: number, step: number): number | null {
  const [toStep, to] = [steps[after], values[after]];
  if (toStep === undefined || to === undefined) return null;
  if (toStep === step) return to;
  const [fromStep, from] = [steps[after - 1], values[after - 1]];
  if (fromStep === undefined || from === undefined) return null;
  return from + ((to - from) * (step - fromStep)) / (toStep - fromStep);
}

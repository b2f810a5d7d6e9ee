// Small test fine-tunes: curves from lists, records from fields.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { noCurves, type CurveName, type CurvePoint, type CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { collectCurves, type FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import type { TimedSteps } from '#pages/fine-tunes/curves/step-times.ts';

export const startMs = Date.parse('2026-01-01T00:00:00Z');

/** From [step, value]; a step takes a second. */
export function curvesOf(
  lists: Partial<Record<CurveName, readonly (readonly [number, number])[]>>,
): CurveSet {
  const names: readonly CurveName[] = ['train loss', 'eval loss', 'learning rate', 'gradient norm'];
  const points = names.flatMap((name) =>
    (lists[name] ?? []).map(([step, value]): CurvePoint => ({
      name,
      step,
      value,
      timeMs: startMs + step * 1_000,
      line: 1,
    })),
  );
  return collectCurves('test', points);
}

/** Steps count from 1. */
export function lossOf(values: readonly number[]): CurveSet {
  return curvesOf({ 'train loss': values.map((value, index) => [index + 1, value]) });
}

export function factsOf(
  record: Partial<FineTune>,
  rest: Partial<Omit<FineTuneFacts, 'record'>> = {},
): FineTuneFacts {
  return { record: { id: 'ft-1', ...record }, events: [], curves: noCurves, checkpoints: null, ...rest };
}

/** As columns. */
export function timedSteps(rows: readonly { readonly step: number; readonly timeMs: number }[]): TimedSteps {
  return {
    steps: Float64Array.from(rows, ({ step }) => step),
    timesMs: Float64Array.from(rows, ({ timeMs }) => timeMs),
  };
}

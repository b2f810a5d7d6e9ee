// The newest values of a curve, for figures that stand beside it.
import { smooth } from '#lib/smooth.ts';
import type { CurveName, CurveSet } from '#pages/fine-tunes/curves/curve.ts';

/** A step and its value; NaN and infinities are values too. */
export interface NewestPoint {
  readonly step: number;
  readonly value: number;
}

/** The last point of a curve; null where it has none. */
export function newestPoint({ curves }: CurveSet, name: CurveName): NewestPoint | null {
  const segment = curves.get(name)?.at(-1);
  const [step, value] = [segment?.steps.at(-1), segment?.values.at(-1)];
  return step === undefined || value === undefined ? null : { step, value };
}

/** The training loss at the end, and its trend. */
export interface LossNow {
  /** As it was measured last. */
  readonly value: number;
  /** What the smoothed loss is, and by how much it changed over the last tenth; null for fewer than ten points. */
  readonly trend: { readonly smoothed: number; readonly change: number; readonly steps: number } | null;
}

/** The weight of the smoothing that trends are read from. */
export const trendWeight = 0.6;

/** Null where there is no training loss. */
export function lossNow({ curves }: CurveSet): LossNow | null {
  const segment = curves.get('train loss')?.at(-1);
  const raw = segment?.values.at(-1);
  if (segment === undefined || raw === undefined) return null;
  const count = segment.values.length;
  if (!Number.isFinite(raw) || count < 10) return { value: raw, trend: null };
  // Smoothing forgets: what is 200 points back weighs less than can be shown.
  const back = Math.max(1, Math.floor(count / 10));
  const at = (end: number) =>
    smooth(segment.values.subarray(Math.max(0, end - 200), end), trendWeight).at(-1);
  const [smoothed, before] = [at(count) ?? Number.NaN, at(count - back) ?? Number.NaN];
  const steps = (segment.steps.at(-1) ?? 0) - (segment.steps.at(-1 - back) ?? 0);
  const isKnown = Number.isFinite(smoothed) && Number.isFinite(before);
  return { value: raw, trend: isKnown ? { smoothed, change: smoothed - before, steps } : null };
}

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

/**
 * The smoothed training loss at the end, and how far it went in the last tenth of the steps (null for fewer than ten
 * points); the raw value where it is not finite.
 */
export function lossNow({
  curves,
}: CurveSet): { readonly value: number; readonly change: number | null } | null {
  const segment = curves.get('train loss')?.at(-1);
  const raw = segment?.values.at(-1);
  if (segment === undefined || raw === undefined) return null;
  if (!Number.isFinite(raw)) return { value: raw, change: null };
  // Smoothing forgets: what is 200 points back weighs less than can be shown.
  const count = segment.values.length;
  const back = Math.max(1, Math.floor(count / 10));
  const at = (end: number) => smooth(segment.values.subarray(Math.max(0, end - 200), end), 0.6).at(-1);
  const value = at(count) ?? raw;
  const before = count < 10 ? undefined : at(count - back);
  return { value, change: before === undefined || !Number.isFinite(before) ? null : value - before };
}

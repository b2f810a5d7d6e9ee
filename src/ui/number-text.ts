// What a person types into a number field, and what stepping by a key makes of it.

/** Limits of a number: both ends are allowed, `step` is also its precision. */
export interface NumberLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
}

/** A number, null for an empty field, undefined while the text is not (yet) a number, as `-` or `1e`. */
export function parseNumber(text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.').replace('−', '-');
  if (trimmed === '') return null;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}

/** The next value, `steps` away, inside the limits and without the dust of binary fractions; from nothing it starts at the lower end. */
export function stepNumber(
  value: number | null,
  steps: number,
  { min, max, step = 1 }: NumberLimits,
): number {
  const start = value ?? min ?? 0;
  const next = value === null ? start : start + steps * step;
  const decimals = Math.max(decimalsOf(step), decimalsOf(start));
  return clamp(Number(next.toFixed(decimals)), min, max);
}

/** Whether the value lies within both ends. */
export function isWithin(value: number, { min, max }: NumberLimits): boolean {
  return value === clamp(value, min, max);
}

function clamp(value: number, min = -Infinity, max = Infinity): number {
  return Math.min(max, Math.max(min, value));
}

function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const fraction = digits.split('.')[1] ?? '';
  return Math.min(20, Math.max(0, fraction.length - Number(exponent)));
}

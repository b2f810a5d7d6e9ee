// Number input: parsing, validation, stepping, drafts.
import { formatNumber } from '#lib/format.ts';
import { useLayoutEffect, useState } from 'react';

/** Inclusive; `step` is also the precision; `unit`, as `% of input`, may be typed whole or by its first word. */
export interface NumberLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly isWhole?: boolean | undefined;
  readonly unit?: string | undefined;
}

// Groups of three digits.
const grouped = /^[1-9]\d{0,2}(?:([,_ \u00A0\u202F])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;
// Where points separate thousands, 12.000 is twelve thousand; as twelve nobody writes it.
const plain = /^(?![1-9]\d{0,2}\.000$)(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
// Letters are wrong before the comma is.
const lonelyComma = /^[^a-z]*(?:,|\.000$)[^a-z]*[kmbt]?$/i;
const powers = ['', 'k', 'm', 'b', 't'];

/**
 * Null if empty, undefined if not (yet) a number, as `-` or `1e`. `1,000` is a thousand, `2.5K` two and a
 * half; commas are otherwise rejected as ambiguous, except in `0,5`, and so is `1.000`.
 * @param kilo what K means: 1024 where the page writes 131,072 as 128K
 */
export function parseNumber(text: string, kilo: 1000 | 1024 = 1000): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, sign = '', digits = '', letter = ''] = /^([+\-−]?)(.*?)\s?([kmbt]?)$/is.exec(trimmed) ?? [];
  const written = grouped.test(digits)
    ? digits.replaceAll(/[,_ \u00A0\u202F]/g, '')
    : /^0?,\d+$/.test(digits)
      ? digits.replace(',', '.')
      : digits;
  if (!plain.test(written)) return undefined;
  const size = Number(written) * kilo ** powers.indexOf(letter.toLowerCase());
  // 1.1 × 1000 is 1100.0000000000002.
  const exact = letter === '' ? size : Number(size.toPrecision(15));
  const value = sign === '' || sign === '+' ? exact : 0 - exact;
  return Number.isFinite(value) ? value : undefined;
}

/** As parseNumber, also of `50%` where the unit is `% of input`, of `$5,000` and `$5,000/month` where it is `$/month`. */
export function parseWithUnit(text: string, { unit = '' }: NumberLimits): number | null | undefined {
  const [word = ''] = unit.split(/[ /]/);
  const trimmed = text.trim();
  const typed = trimmed.startsWith(word) ? trimmed.slice(word.length) : trimmed;
  const end = [unit, unit.slice(word.length).trim(), word].find((part) => part && typed.endsWith(part)) ?? '';
  return parseNumber(typed.slice(0, typed.length - end.length));
}

/** A number within the limits, an invalid string, or null. */
export function readTyped(raw: unknown, limits: NumberLimits): number | string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const text = String(raw).slice(0, 40);
  return numberProblem(text, limits) === null ? (parseWithUnit(text, limits) ?? null) : text;
}

/** A phrase; null if empty or valid. */
export function numberProblem(text: string, limits: NumberLimits): string | null {
  const value = parseWithUnit(text, limits);
  if (value === null) return null;
  const isComma = value === undefined && lonelyComma.test(text);
  if (isComma && limits.isWhole !== true)
    return 'a comma separates thousands, as in 12,000; write decimals with a point, as in 12.5.';
  if (value === undefined && !isComma) return `“${text.trim()}” is not a number.`;
  if (value !== undefined && isWithin(value, limits)) return null;
  const { min, max } = limits;
  const ends = [
    ...(min === undefined ? [] : [`from ${formatNumber(min)}`]),
    ...(max === undefined ? [] : [`to ${formatNumber(max)}`]),
  ];
  return `${[limits.isWhole === true ? 'a whole number' : 'a number', ...ends].join(' ')}.`;
}

/** A sentence; null if empty or valid. */
export function numberError(text: string, limits: NumberLimits): string | null {
  const problem = numberProblem(text, limits);
  return problem === null ? null : problem.charAt(0).toUpperCase() + problem.slice(1);
}

/** Without binary rounding noise; null starts at the lower limit. */
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

export function isWithin(value: number, { min, max, isWhole }: NumberLimits): boolean {
  return value === clamp(value, min, max) && (isWhole !== true || Number.isInteger(value));
}

function clamp(value: number, min = -Infinity, max = Infinity): number {
  return Math.min(max, Math.max(min, value));
}

function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const fraction = digits.split('.')[1] ?? '';
  return Math.min(20, Math.max(0, fraction.length - Number(exponent)));
}

/** `sent`: values that have not come back, oldest first. */
export interface Draft<Value> {
  readonly text: string;
  readonly sent: readonly Value[];
  readonly value: Value;
}

export function typeDraft<Value>(draft: Draft<Value>, text: string, meant: Value): Draft<Value> {
  // An unchanged value does not come back.
  const isOnWay = draft.sent.length > 0 || meant !== draft.value;
  return { ...draft, text, sent: isOnWay ? [...draft.sent, meant] : draft.sent };
}

/** A value reported from here keeps the text. */
export function receiveValue<Value>(draft: Draft<Value>, value: Value, text: string): Draft<Value> {
  const at = draft.sent.indexOf(value);
  return at === -1 ? { text, sent: [], value } : { ...draft, sent: draft.sent.slice(at + 1), value };
}

/** A field's text, replaced when the value changes elsewhere (undo, URL). @param written for one from there */
export function useDraftText(
  value: string,
  onValue: (text: string) => void,
  written = value,
): readonly [string, (text: string) => void] {
  const [text, setText] = useDraft(value, written);
  return [
    text,
    (next) => {
      setText(next, next);
      onValue(next);
    },
  ];
}

/** @param written for a value from elsewhere */
export function useDraft<Value>(
  value: Value,
  written: string,
): readonly [string, (text: string, meant: Value) => void] {
  const [draft, setDraft] = useState<Draft<Value>>({ text: written, sent: [], value });
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- in a render that typing interrupts it would change what the next letter is added to
    setDraft((now) => (now.value === value ? now : receiveValue(now, value, written)));
  }, [value, written]);
  return [draft.text, (text, meant) => setDraft((before) => typeDraft(before, text, meant))];
}

// What a person types into a number field, and what stepping by a key makes of it.
import { useState } from 'react';

/** Limits of a number: both ends are allowed, `step` is also its precision. */
export interface NumberLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly isWhole?: boolean | undefined;
}

// A comma, a space or an underline between groups of three digits; or the comma of `0,5`, which can mean nothing else.
const grouped = /^[1-9]\d{0,2}(?:([,_ \u00A0\u202F])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;
const plain = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const powers = ['', 'k', 'm', 'b', 't'];

/**
 * A number, null for an empty field, undefined while the text is not (yet) a number, as `-` or `1e`. `1,000` is a
 * thousand, `2.5K` two and a half; any other comma but that of `0,5` could mean two things and is not read.
 * @param kilo what K stands for: 1024 where the page writes 131,072 as 128K
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

/** What an address or another store holds of a field: a number within the limits, a text that is none, or nothing. */
export function readTyped(raw: unknown, limits: NumberLimits): number | string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const text = String(raw).slice(0, 40);
  return numberProblem(text, limits) === null ? (parseNumber(text) ?? null) : text;
}

/** What is wrong with a text, to be read behind the name of its field; null where it is empty or right. */
export function numberProblem(text: string, limits: NumberLimits): string | null {
  const value = parseNumber(text);
  if (value === null) return null;
  if (value === undefined)
    return text.includes(',')
      ? 'a comma separates thousands, as in 12,000; write decimals with a point, as in 12.5.'
      : `“${text.trim()}” is not a number.`;
  if (isWithin(value, limits)) return null;
  const { min, max } = limits;
  const ends = [
    ...(min === undefined ? [] : [`from ${format(min)}`]),
    ...(max === undefined ? [] : [`to ${format(max)}`]),
  ];
  return `${[limits.isWhole === true ? 'a whole number' : 'a number', ...ends].join(' ')}.`;
}

/** What is wrong with a text, as a sentence of its own; null where it is empty or right. */
export function numberError(text: string, limits: NumberLimits): string | null {
  const problem = numberProblem(text, limits);
  return problem === null ? null : problem.charAt(0).toUpperCase() + problem.slice(1);
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

/** Whether the value lies within both ends, and is whole where it must be. */
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

function format(limit: number): string {
  return limit.toLocaleString('en-US');
}

/** What a field shows, and what it has told that has not come back as its value yet, oldest first. */
export interface Draft<Value> {
  readonly text: string;
  readonly told: readonly Value[];
  readonly value: Value;
}

/** After typing: the text is shown, and what it means is on its way. */
export function typeDraft<Value>(draft: Draft<Value>, text: string, meant: Value): Draft<Value> {
  // What is the value already brings no change that could come back.
  const isOnWay = draft.told.length > 0 || meant !== draft.value;
  return { ...draft, text, told: isOnWay ? [...draft.told, meant] : draft.told };
}

/** After another value has come: an answer to what was told here leaves the text, anything else replaces it. */
export function receiveValue<Value>(draft: Draft<Value>, value: Value, text: string): Draft<Value> {
  const at = draft.told.indexOf(value);
  return at === -1 ? { text, told: [], value } : { ...draft, told: draft.told.slice(at + 1), value };
}

/** The text of a field: typed here, and taken over when the value is changed from elsewhere (undo, an address). */
export function useDraftText(
  value: string,
  onValue: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useDraft(value, value);
  return [
    text,
    (next) => {
      setText(next, next);
      onValue(next);
    },
  ];
}

/** @param written how the value reads where it came from elsewhere */
export function useDraft<Value>(
  value: Value,
  written: string,
): readonly [string, (text: string, meant: Value) => void] {
  const [draft, setDraft] = useState<Draft<Value>>({ text: written, told: [], value });
  const now = draft.value === value ? draft : receiveValue(draft, value, written);
  if (now !== draft) setDraft(now);
  return [now.text, (text, meant) => setDraft((before) => typeDraft(before, text, meant))];
}

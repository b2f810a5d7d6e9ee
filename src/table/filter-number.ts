// Numbers and dates as a person types them into a filter; each is an interval, because `2026-07` is a whole month.
import { numberError, parseNumber } from '#ui/number-text.ts';
import type { CellKind } from './column.ts';

/** Values from `low` to `high`; an open end does not belong to it. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly isLowOpen: boolean;
  readonly isHighOpen: boolean;
}

/** The interval, or a sentence on why the text is none. Dates are UTC, in milliseconds. */
export function readNumber(text: string, kind: CellKind, kilo?: 1000 | 1024): Interval | string {
  const isDate = kind === 'date' || kind === 'age';
  return isDate ? readDate(text) : readPlain(text, kilo);
}

function readPlain(text: string, kilo?: 1000 | 1024): Interval | string {
  const amount = text.trim().replace(/^([+\-−]?)\$/, '$1');
  const value = parseNumber(amount, kilo);
  if (typeof value !== 'number') return numberError(amount, {}) ?? 'A number is missing.';
  return { low: value, high: value, isLowOpen: false, isHighOpen: false };
}

function readDate(text: string): Interval | string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text.trim()) ?? [];
  if (year === undefined) return `“${text}” is no date; write 2026, 2026-07 or 2026-07-31.`;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const low = utc(y, m, d);
  const start = new Date(low);
  if (start.getUTCMonth() !== m || start.getUTCDate() !== d) return `There is no date ${text}.`;
  const high =
    month === undefined ? utc(y + 1, 0, 1) : day === undefined ? utc(y, m + 1, 1) : utc(y, m, d + 1);
  return { low, high, isLowOpen: false, isHighOpen: true };
}

// Date.UTC reads years below 100 as those of the last century.
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

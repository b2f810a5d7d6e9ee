// Filter language parser: `8`, `>=8`, `2..4 || >=10`, `!=0`, `llama`, `"exact"`, `empty`.
import { numberError, parseNumber } from '#ui/number-text.ts';
import { isNumeric, type Column, isMissing, type CellValue } from './column.ts';

/** `2026-07` is all of July. */
type Term =
  | { readonly is: 'within'; readonly text: string; readonly interval: Interval }
  | { readonly is: 'contains'; readonly text: string }
  /** A word with it: “available” must not find “unavailable”. */
  | { readonly is: 'begins'; readonly text: string }
  | { readonly is: 'equals'; readonly text: string }
  | { readonly is: 'empty' }
  | { readonly is: 'not'; readonly term: Term };

/** OR of AND groups: `a && b || c`. */
type Filter = readonly (readonly Term[])[];

/** Null for empty text; `error` is a sentence. */
type ParsedFilter =
  | { readonly ok: true; readonly filter: Filter | null }
  | { readonly ok: false; readonly error: string };

export type ColumnKind = Pick<Column<never>, 'kind' | 'kilo' | 'unit' | 'isLocal'>;

export function parseFilter(text: string, column: ColumnKind): ParsedFilter {
  if (text.trim() === '') return { ok: true, filter: null };
  const groups: Term[][] = [];
  for (const group of split(text, '||')) {
    const terms: Term[] = [];
    for (const part of split(group, '&&')) {
      const term = parseTerm(part.trim(), column);
      if (typeof term === 'string') return { ok: false, error: term };
      terms.push(term);
    }
    groups.push(terms);
  }
  return { ok: true, filter: groups };
}

function parseTerm(text: string, column: ColumnKind): Term | string {
  if (text === '') return 'A condition is missing beside || or &&.';
  if (/^!\s*empty$/i.test(text)) return { is: 'not', term: { is: 'empty' } };
  if (/^=?\s*empty$/i.test(text)) return { is: 'empty' };
  const negated = /^(?:!=?|≠|<>)\s*(.*)$/s.exec(text);
  if (negated) {
    if (negated[1] === '') return `A value is missing after ${text.trim()}.`;
    const term = parseTerm(negated[1] ?? '', column);
    return typeof term === 'string' ? term : { is: 'not', term };
  }
  const quoted = /^=?\s*"((?:[^"\\]|\\.)*)"$/s.exec(text);
  if (quoted) return { is: 'equals', text: (quoted[1] ?? '').replace(/\\(.)/gs, '$1') };
  if (/^=?\s*"/.test(text)) return 'A closing quote is missing.';
  return isNumeric(column.kind) ? parseInterval(text, column) : parseWords(text, column);
}

function parseWords(text: string, { kind }: ColumnKind): Term | string {
  if (/^[<>≤≥]/.test(text)) return 'Comparisons need numbers; put text that starts like this in quotes.';
  const equal = /^==?\s*(.*)$/s.exec(text);
  if (!equal) return { is: kind === 'status' ? 'begins' : 'contains', text };
  return equal[1] ? { is: 'equals', text: equal[1] } : 'A text is missing after =.';
}

function parseInterval(text: string, column: ColumnKind): Term | string {
  const range = /^(.*?)\s*(?:\.\.+|…)\s*(.*)$/s.exec(text);
  if (range) {
    const [low, high] = [range[1] ?? '', range[2] ?? ''];
    if (low === '' && high === '') return 'A range needs a number next to the dots.';
    const from = low === '' ? null : readNumber(low, column);
    const to = high === '' ? null : readNumber(high, column);
    if (typeof from === 'string') return from;
    if (typeof to === 'string') return to;
    if (from && to && from.low > to.high) return `The range is reversed: ${low} is more than ${high}.`;
    return within(text, {
      low: from?.low ?? -Infinity,
      high: to?.high ?? Infinity,
      isLowOpen: false,
      isHighOpen: to?.isHighOpen ?? false,
    });
  }
  const [, operator = '', rest = ''] = /^(>=|<=|≥|≤|>|<|==?)?\s*(.*)$/s.exec(text) ?? [];
  if (rest === '') return `A number is missing after ${operator}.`;
  const read = readNumber(rest, column);
  if (typeof read === 'string') return read;
  const { low, high, isHighOpen } = read;
  if (operator === '>=' || operator === '≥')
    return within(text, { low, high: Infinity, isLowOpen: false, isHighOpen: false });
  if (operator === '<=' || operator === '≤')
    return within(text, { low: -Infinity, high, isLowOpen: false, isHighOpen });
  if (operator === '>')
    return within(text, { low: high, high: Infinity, isLowOpen: !isHighOpen, isHighOpen: false });
  if (operator === '<')
    return within(text, { low: -Infinity, high: low, isLowOpen: false, isHighOpen: true });
  return within(text, read);
}

function within(text: string, interval: Interval): Term {
  return { is: 'within', text, interval };
}

export function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && isQuoted) at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Compiled once per column, not per row. */
export function matcher(filter: Filter): (value: CellValue) => boolean {
  const groups = filter.map((terms) => terms.map(termMatcher));
  return (value) => groups.some((terms) => terms.every((matches) => matches(value)));
}

function termMatcher(term: Term): (value: CellValue) => boolean {
  switch (term.is) {
    case 'empty':
      return isMissing;
    case 'not': {
      const matches = termMatcher(term.term);
      return (value) => !matches(value);
    }
    case 'within':
      return (value) => typeof value === 'number' && contains(term.interval, value);
    case 'equals':
      return (value) => !isMissing(value) && String(value) === term.text;
    case 'contains':
    case 'begins':
      break;
  }
  const before = term.is === 'begins' ? ' ' : '';
  const needle = before + term.text.toLowerCase();
  return (value) => !isMissing(value) && `${before}${value}`.toLowerCase().includes(needle);
}

// Users type 0.3 for 0.1 × 3, 0.30000000000000004.
const nearness = 1e-12;

function contains({ low, high, isLowOpen, isHighOpen }: Interval, value: number): boolean {
  const slack = Number.isInteger(value) ? 0 : Math.abs(value) * nearness;
  const isAbove = isLowOpen ? value > low + slack : value >= low - slack;
  const isBelow = isHighOpen ? value < high - slack : value <= high + slack;
  return isAbove && isBelow;
}

/** An open end is exclusive. */
interface Interval {
  readonly low: number;
  readonly high: number;
  readonly isLowOpen: boolean;
  readonly isHighOpen: boolean;
}

/** Or a sentence. Dates are milliseconds. */
function readNumber(text: string, column: ColumnKind): Interval | string {
  const isDate = column.kind === 'date' || column.kind === 'age';
  return isDate ? readDate(text, column.isLocal === true) : readPlain(text, column);
}

/** A number, or a sentence. */
export function readPlain(text: string, { kilo, unit }: ColumnKind): Interval | string {
  const typed = text.trim().replace(/^([+\-−]?)\$/, '$1');
  const amount = unit && typed.endsWith(unit) ? typed.slice(0, -unit.length) : typed;
  const value = parseNumber(amount, kilo);
  if (typeof value !== 'number') return numberError(amount, {}) ?? 'A number is missing.';
  return { low: value, high: value, isLowOpen: false, isHighOpen: false };
}

function readDate(text: string, isLocal: boolean): Interval | string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text.trim()) ?? [];
  if (year === undefined) return `“${text}” is not a date; write 2026, 2026-07 or 2026-07-31.`;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const start = new Date(utc(y, m, d));
  if (start.getUTCMonth() !== m || start.getUTCDate() !== d) return `There is no date ${text}.`;
  const beginOf = isLocal ? local : utc;
  const high =
    month === undefined
      ? beginOf(y + 1, 0, 1)
      : day === undefined
        ? beginOf(y, m + 1, 1)
        : beginOf(y, m, d + 1);
  return { low: beginOf(y, m, d), high, isLowOpen: false, isHighOpen: true };
}

// Date.UTC maps years below 100 to the last century.
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

function local(year: number, month: number, day: number): number {
  return new Date(new Date(0).setHours(0, 0, 0, 0)).setFullYear(year, month, day);
}

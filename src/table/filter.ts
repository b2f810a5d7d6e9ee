// The language of the filters under the heads: `8`, `>=8`, `2..4 || >=10`, `!=0`, `llama`, `"exact"`, `empty`.
import { isNumeric, type Column } from './column.ts';
import { readNumber, type Interval } from './filter-number.ts';

/** One condition. Intervals of dates span what is written: `2026-07` is the whole of July. */
export type Term =
  | { readonly is: 'within'; readonly text: string; readonly interval: Interval }
  | { readonly is: 'contains'; readonly text: string }
  | { readonly is: 'equals'; readonly text: string }
  | { readonly is: 'empty' }
  | { readonly is: 'not'; readonly term: Term };

/** Conditions that hold together, any of which groups is enough: `a && b || c`. */
export type Filter = readonly (readonly Term[])[];

/** What became of a text: a filter, null where nothing is typed, or a sentence on what is wrong. */
export type ParsedFilter =
  | { readonly ok: true; readonly filter: Filter | null }
  | { readonly ok: false; readonly error: string };

/** What a column says of its numbers. */
type ColumnKind = Pick<Column<never>, 'kind' | 'kilo'>;

/** Reads a filter for a kind of column. Never throws. */
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
  return isNumeric(column.kind) ? parseInterval(text, column) : parseWords(text);
}

function parseWords(text: string): Term | string {
  if (/^[<>≤≥]/.test(text)) return 'Sizes compare numbers; put a text that begins like that in quotes.';
  const equal = /^==?\s*(.*)$/s.exec(text);
  if (!equal) return { is: 'contains', text };
  return equal[1] ? { is: 'equals', text: equal[1] } : 'A text is missing after =.';
}

function parseInterval(text: string, { kind, kilo }: ColumnKind): Term | string {
  const range = /^(.*?)\s*(?:\.\.+|…)\s*(.*)$/s.exec(text);
  if (range) {
    const [low, high] = [range[1] ?? '', range[2] ?? ''];
    if (low === '' && high === '') return 'A range needs a number beside the dots.';
    const from = low === '' ? null : readNumber(low, kind, kilo);
    const to = high === '' ? null : readNumber(high, kind, kilo);
    if (typeof from === 'string') return from;
    if (typeof to === 'string') return to;
    if (from && to && from.low > to.high) return `The range runs backwards: ${low} is more than ${high}.`;
    return within(text, {
      low: from?.low ?? -Infinity,
      high: to?.high ?? Infinity,
      isLowOpen: false,
      isHighOpen: to?.isHighOpen ?? false,
    });
  }
  const [, sign = '', rest = ''] = /^(>=|<=|≥|≤|>|<|==?)?\s*(.*)$/s.exec(text) ?? [];
  if (rest === '') return `A number is missing after ${sign}.`;
  const read = readNumber(rest, kind, kilo);
  if (typeof read === 'string') return read;
  const { low, high, isHighOpen } = read;
  if (sign === '>=' || sign === '≥')
    return within(text, { low, high: Infinity, isLowOpen: false, isHighOpen: false });
  if (sign === '<=' || sign === '≤')
    return within(text, { low: -Infinity, high, isLowOpen: false, isHighOpen });
  if (sign === '>')
    return within(text, { low: high, high: Infinity, isLowOpen: !isHighOpen, isHighOpen: false });
  if (sign === '<') return within(text, { low: -Infinity, high: low, isLowOpen: false, isHighOpen: true });
  return within(text, read);
}

function within(text: string, interval: Interval): Term {
  return { is: 'within', text, interval };
}

/** The parts between a sign, but not where the sign stands in quotes. */
function split(text: string, sign: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && isQuoted) at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text.startsWith(sign, at)) {
      parts.push(text.slice(start, at));
      start = at + sign.length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)];
}

// Column definition and formatting.
import type { ReactNode } from 'react';
import type { Tone } from '#ui/States.tsx';
import { formatNumber, noValue, toTwelveDigits } from '#lib/format.ts';
import { dateTimeWords } from '#lib/dates.ts';

/**
 * `text` words · `id` mono · `number` and `money` right-aligned · `date` and `age` Unix milliseconds ·
 * `status` a word with a tone · `custom` drawn by `render`, filtered as text.
 */
export type CellKind = 'text' | 'id' | 'number' | 'money' | 'date' | 'age' | 'status' | 'custom';

/** Null, undefined, NaN and '' are missing. A string may replace a number. */
export type CellValue = string | number | null | undefined;

/** Caches are keyed by arrays of columns: memoize them. */
export interface Column<Row> {
  /** Stable: used in URLs and files. */
  readonly id: string;
  readonly head: string;
  /** In the head, and after a copied value. */
  readonly unit?: string;
  /** In the head of a file, which has nothing beside the table. */
  readonly fileNote?: string | undefined;
  readonly kind: CellKind;
  /** Never rounded, without its unit. */
  readonly value: (row: Row) => CellValue;
  /** Only for drawing. */
  readonly render?: (row: Row) => ReactNode;
  /** `render` gives text and inline elements: drawn without a box around them. */
  readonly isInline?: boolean;
  /** Days of the local clock; else of UTC. */
  readonly isLocal?: boolean;
  /** K is 1,000 unless the column writes 131,072 as 128K. */
  readonly kilo?: 1024;
  readonly format?: (value: number) => string;
  readonly tone?: (row: Row) => Tone;
  /** Drawn instead of an em dash. */
  readonly missing?: (row: Row) => string;
  readonly help?: string;
  /** Like `10.82 × 0.6`. */
  readonly formula?: (row: Row) => string | null;
  /** Pixels at the default font size. */
  readonly width?: number;
  /** Of a table that fills the window: takes the room that is left, up to this. */
  readonly widest?: number;
  /** Can be picked from a list. */
  readonly facet?: boolean;
  readonly isDefaultHidden?: boolean;
  /** Below the visible rows. */
  readonly sum?: (rows: readonly Row[]) => string | undefined;
  /** The column of the date that an age counts from, and that files hold instead. */
  readonly ageOf?: { readonly id: string; readonly head: string };
  /** Default: the kind's order. */
  readonly compare?: (a: string | number, b: string | number) => number;
}

/** Right-aligned and filtered by size. */
export function isNumeric(kind: CellKind): boolean {
  return kind === 'number' || kind === 'money' || kind === 'date' || kind === 'age';
}

export function isMissing(value: CellValue): value is null | undefined {
  return value === null || value === undefined || value === '' || Number.isNaN(value);
}

/** Value of the first id column, if any. */
export function rowName<Row>(columns: readonly Column<Row>[], row: Row, id: string): string {
  return String(columns.find(({ kind }) => kind === 'id')?.value(row) ?? id);
}

/** Without unit; an em dash if missing. */
export function cellText<Row>(column: Column<Row>, value: CellValue): string {
  if (isMissing(value)) return noValue;
  if (typeof value === 'string') return value;
  if (column.format) return column.format(value);
  if (column.kind === 'date' || column.kind === 'age')
    return column.isLocal === true ? dateTimeWords(value) : dateText(value);
  return formatNumber(value);
}

/** Exact, like `131072 tokens`; empty if missing. */
export function copyText<Row>(column: Column<Row>, value: CellValue): string {
  if (isMissing(value)) return '';
  const text = rawText(column, value);
  return typeof value === 'number' && column.unit ? `${text} ${column.unit}` : text;
}

/** Bare numbers, ISO 8601 dates, empty if missing. */
export function rawText<Row>(column: Column<Row>, value: CellValue): string {
  if (isMissing(value)) return '';
  if (typeof value === 'string') return value;
  const isDate = column.kind === 'date' || column.kind === 'age';
  return isDate ? isoText(value) : String(fileNumber(column, value));
}

/** Computed values to twelve digits. */
export function fileNumber<Row>({ formula }: Column<Row>, value: number): number {
  return formula === undefined ? value : toTwelveDigits(value);
}

/** For file headers. */
export function headText<Row>({ head, unit, fileNote }: Column<Row>): string {
  const notes = [unit, fileNote].filter(Boolean).join(', ');
  return notes ? `${head} (${notes})` : head;
}

function dateText(ms: number): string {
  return isoText(ms).slice(0, 10);
}

// Beyond Date's range as received.
function isoText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}

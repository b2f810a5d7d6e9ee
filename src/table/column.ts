// Column definition: name, kind, value and formatting.
import type { ReactNode } from 'react';
import type { Tone } from '#ui/States.tsx';
import { formatCount } from '#lib/format.ts';

/**
 * How values are drawn, filtered and aligned. `text` words · `id` mono · `number` and `money` right-aligned
 * numbers · `date` and `age` Unix milliseconds · `status` a word with a tone · `custom` drawn by `render`,
 * filtered as text.
 */
export type CellKind = 'text' | 'id' | 'number' | 'money' | 'date' | 'age' | 'status' | 'custom';

/**
 * Null, undefined, NaN and the empty string are missing. A string in a numeric column is a word in place of a
 * number.
 */
export type CellValue = string | number | null | undefined;

/** Arrays of columns must be at module scope or memoized, because caches are keyed by them. */
export interface Column<Row> {
  /** Short and stable: used in URLs and exported files. */
  readonly id: string;
  readonly head: string;
  /** Shown in the head, and after a copied value. */
  readonly unit?: string;
  readonly kind: CellKind;
  /** The raw value: never rounded, never with its unit. */
  readonly value: (row: Row) => CellValue;
  /** Replaces the kind's rendering; sorting, filtering and export still use the value. */
  readonly render?: (row: Row) => ReactNode;
  /** What K means in its numbers and filters: 1,000 unless it writes 131,072 as 128K. */
  readonly kilo?: 1024;
  readonly format?: (value: number) => string;
  readonly tone?: (row: Row) => Tone;
  readonly help?: string;
  /** How this row's value was computed, like `10.82 × 0.6`; or null. */
  readonly formula?: (row: Row) => string | null;
  /** In pixels at the browser's default font size. */
  readonly width?: number;
  /** Values can be picked from a list with counts. */
  readonly facet?: boolean;
  readonly isDefaultHidden?: boolean;
  /** Compares two present values; defaults to the kind's order. */
  readonly compare?: (a: string | number, b: string | number) => number;
}

/** True for kinds that are right-aligned and filtered by size. */
export function isNumeric(kind: CellKind): boolean {
  return kind === 'number' || kind === 'money' || kind === 'date' || kind === 'age';
}

export function isMissing(value: CellValue): value is null | undefined {
  return value === null || value === undefined || value === '' || Number.isNaN(value);
}

const precise = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12 });

/** As displayed, without unit; an em dash if missing. */
export function cellText<Row>(column: Column<Row>, value: CellValue): string {
  if (isMissing(value)) return '—';
  if (typeof value === 'string') return value;
  if (column.format) return column.format(value);
  if (column.kind === 'date' || column.kind === 'age') return dateText(value);
  if (Number.isInteger(value)) return formatCount(value).replace('-', '−');
  return precise.format(value).replace('-', '−');
}

/** As copied: exact, with unit, like `131072 tokens`; empty if missing. */
export function copyText<Row>(column: Column<Row>, value: CellValue): string {
  if (isMissing(value)) return '';
  const text = rawText(column, value);
  return typeof value === 'number' && column.unit ? `${text} ${column.unit}` : text;
}

/** As exported: bare numbers, ISO 8601 dates, empty if missing. */
export function rawText<Row>(column: Column<Row>, value: CellValue): string {
  if (isMissing(value)) return '';
  const isDate = column.kind === 'date' || column.kind === 'age';
  return isDate && typeof value === 'number' ? isoText(value) : String(value);
}

/** The name with the unit in brackets, for file headers. */
export function headText<Row>({ head, unit }: Column<Row>): string {
  return unit ? `${head} (${unit})` : head;
}

function dateText(ms: number): string {
  return isoText(ms).slice(0, 10);
}

// A service can send any number; beyond Date's range it is shown as received.
function isoText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}

// What a table knows about a column: its name, its value of a row, and how that value reads.
import type { ReactNode } from 'react';
import type { Tone } from '#ui/Status.tsx';

/**
 * How values of a column are drawn, filtered and aligned.
 * `text` words · `id` mono · `number` and `money` numbers at the right · `date` and `age` Unix milliseconds ·
 * `status` a word with a tone · `custom` whatever `render` draws, filtered as text.
 */
export type CellKind = 'text' | 'id' | 'number' | 'money' | 'date' | 'age' | 'status' | 'custom';

/** Null, undefined, NaN and the empty text are missing. A text in a column of numbers is a word instead of one. */
export type CellValue = string | number | null | undefined;

/** A column; the arrays of them live at module scope or in a memo, because tables are cached by them. */
export interface Column<Row> {
  /** Short and stable: it stands in addresses and exported files. */
  readonly id: string;
  readonly head: string;
  /** Stands in the head beside the name, and behind a copied value. */
  readonly unit?: string;
  readonly kind: CellKind;
  /** The raw value: never rounded, never with its unit. */
  readonly value: (row: Row) => CellValue;
  /** Draws the cell instead of the kind's own way. The value still sorts, filters and is exported. */
  readonly render?: (row: Row) => ReactNode;
  /** What K stands for in its numbers, and in filters of them: 1,000 unless it writes 131,072 as 128K. */
  readonly kilo?: 1024;
  /** A number as text, for display and for copies. */
  readonly format?: (value: number) => string;
  /** The tone of a status. */
  readonly tone?: (row: Row) => Tone;
  /** A sentence on what the column is. */
  readonly help?: string;
  /** How this row's value came about, like `10.82 × 0.6`; null where there is nothing to say. */
  readonly formula?: (row: Row) => string | null;
  /** Width in pixels at the browser's usual font size. */
  readonly width?: number;
  /** Its values can be picked from a list with counts. */
  readonly facet?: boolean;
  /** Out of sight until the reader brings it in. */
  readonly isDefaultHidden?: boolean;
  /** Order of two values that are there; the kind's own order without it. */
  readonly compare?: (a: string | number, b: string | number) => number;
}

/** Whether a column's values are numbers, at the right and filtered by size. */
export function isNumeric(kind: CellKind): boolean {
  return kind === 'number' || kind === 'money' || kind === 'date' || kind === 'age';
}

/** Whether there is no value. */
export function isMissing(value: CellValue): value is null | undefined {
  return value === null || value === undefined || value === '' || Number.isNaN(value);
}

// A value as text: as it is shown, as it is copied, with its unit.
import { formatCount } from '#lib/format.ts';
import { isMissing, type CellValue, type Column } from './column.ts';

const precise = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12 });

/** As the cell shows it, without unit; an em dash where there is no value. */
export function cellText<Row>(column: Column<Row>, value: CellValue): string {
  if (isMissing(value)) return '—';
  if (typeof value === 'string') return value;
  if (column.format) return column.format(value);
  if (column.kind === 'date' || column.kind === 'age') return dateText(value);
  if (Number.isInteger(value)) return formatCount(value).replace('-', '−');
  return precise.format(value).replace('-', '−');
}

/** As it is copied: the exact value and its unit, like `131072 tokens`; empty where there is none. */
export function copyText<Row>(column: Column<Row>, value: CellValue): string {
  if (isMissing(value)) return '';
  const text = rawText(column, value);
  return typeof value === 'number' && column.unit ? `${text} ${column.unit}` : text;
}

/** As it is exported: numbers as they are, dates as ISO 8601, the empty text where there is none. */
export function rawText<Row>(column: Column<Row>, value: CellValue): string {
  if (isMissing(value)) return '';
  const isDate = column.kind === 'date' || column.kind === 'age';
  return isDate && typeof value === 'number' ? isoText(value) : String(value);
}

/** The name with the unit in brackets, as heads of files have it. */
export function headText<Row>({ head, unit }: Column<Row>): string {
  return unit ? `${head} (${unit})` : head;
}

function dateText(ms: number): string {
  return isoText(ms).slice(0, 10);
}

// A service can send any number; beyond the years that a Date holds it is shown as it came.
function isoText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}

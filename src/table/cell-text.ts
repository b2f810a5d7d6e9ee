// Cell value as text: for display, copying and export.
import { formatCount } from '#lib/format.ts';
import { isMissing, type CellValue, type Column } from './column.ts';

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

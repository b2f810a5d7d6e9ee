// Export of visible rows as CSV, JSON or Markdown.
import { csvCell } from '#lib/csv.ts';
import { cellText, headText, rawText } from './cell-text.ts';
import { isMissing, isNumeric, type CellValue, type Column } from './column.ts';

export const exportFormats = [
  { id: 'csv', label: 'CSV', type: 'text/csv' },
  { id: 'json', label: 'JSON', type: 'application/json' },
  { id: 'md', label: 'Markdown', type: 'text/markdown' },
] as const;

/** Also the file's extension. */
export type ExportFormat = (typeof exportFormats)[number]['id'];

/** Numbers are exact and bare, with their unit in the head; missing values are empty, or null in JSON. */
export function exportRows<Row>(
  format: ExportFormat,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): string {
  if (format === 'csv') return toCsv(rows, columns);
  return format === 'json' ? toJson(rows, columns) : toMarkdown(rows, columns);
}

function toCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const lines = [
    columns.map((column) => csvCell(headText(column))),
    ...rows.map((row) => columns.map((column) => csvValue(column, column.value(row)))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function csvValue<Row>(column: Column<Row>, value: CellValue): string {
  const text = rawText(column, value);
  return typeof value === 'number' ? text : csvCell(text);
}

function toJson<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const records = rows.map((row) => {
    const entries = columns.map((column) => [column.id, jsonValue(column, column.value(row))] as const);
    // Not an object literal: a column called __proto__ would be lost.
    return Object.fromEntries(entries);
  });
  return `${JSON.stringify(records, null, 2)}\n`;
}

function jsonValue<Row>(column: Column<Row>, value: CellValue): string | number | null {
  if (isMissing(value)) return null;
  return typeof value === 'number' && column.kind !== 'date' && column.kind !== 'age'
    ? value
    : rawText(column, value);
}

function toMarkdown<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  return [
    markdownLine(columns.map((column) => markdownCell(headText(column)))),
    markdownLine(columns.map(({ kind }) => (isNumeric(kind) ? '---:' : '---'))),
    ...rows.map((row) =>
      markdownLine(columns.map((column) => markdownCell(cellText(column, column.value(row))))),
    ),
  ].join('');
}

function markdownLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** Escapes what would end the cell or line, or be read as Markdown. */
function markdownCell(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>|#&~]/g, '\\$&').replaceAll(/\s*[\r\n]+\s*/g, ' ');
}

// Export menu.
import { useId } from 'react';
import { csvCell } from '#lib/csv.ts';
import { formatCounted } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { saveFile } from '#ui/FileButton.tsx';
import { menuButton } from './ColumnMenu.tsx';
import {
  type Column,
  cellText,
  headText,
  rawText,
  fileNumber,
  isMissing,
  isNumeric,
  type CellValue,
} from './column.ts';

interface ExportMenuProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

export function ExportMenu<Row>({ label, rows, columns }: ExportMenuProps<Row>) {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} aria-haspopup="dialog" className={menuButton}>
        Export
      </button>
      <Popover id={id} label="Export">
        {(close) => (
          <div className="grid gap-1 p-3">
            <p className="text-dense text-muted">
              Visible: {formatCounted(rows.length, 'row')},{' '}
              {formatCounted(fileColumns(columns).length, 'column')}. Units are in the header, which JSON
              lacks; numbers are exact in CSV and JSON. In CSV, text that a spreadsheet would run as a formula
              starts with an apostrophe.
            </p>
            {exportFormats.map((format) => (
              <div key={format.id} className="flex items-center gap-1">
                <span className="flex-1">{format.label}</span>
                <CopyButton
                  text={() => exportRows(format.id, rows, columns)}
                  label={`Copy ${format.label}`}
                />
                <Button
                  onClick={() => {
                    save(label, format.id, format.type, exportRows(format.id, rows, columns));
                    close();
                  }}
                >
                  Save {format.label}
                </Button>
              </div>
            ))}
          </div>
        )}
      </Popover>
    </>
  );
}

function save(label: string, ending: ExportFormat, type: string, text: string) {
  // Spreadsheets need this byte order mark for UTF-8.
  const mark = ending === 'csv' ? '\uFEFF' : '';
  const blob = new Blob([mark, text], { type: `${type};charset=utf-8` });
  saveFile(blob, `${label.replaceAll(/\W+/g, '-')}.${ending}`);
}

const exportFormats = [
  { id: 'csv', label: 'CSV', type: 'text/csv' },
  { id: 'json', label: 'JSON', type: 'application/json' },
  { id: 'md', label: 'Markdown', type: 'text/markdown' },
] as const;

type ExportFormat = (typeof exportFormats)[number]['id'];

/** An age is its date, once. */
function fileColumns<Row>(shown: readonly Column<Row>[]): readonly Column<Row>[] {
  return shown.flatMap((column) => {
    if (column.ageOf === undefined) return [column];
    return shown.some(({ id }) => id === column.ageOf?.id) ? [] : [{ ...column, ...column.ageOf }];
  });
}

/** Exact numbers, unit in the head; missing values are empty, or null in JSON. */
export function exportRows<Row>(
  format: ExportFormat,
  rows: readonly Row[],
  shown: readonly Column<Row>[],
): string {
  const columns = fileColumns(shown);
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
    // An object literal would lose a column called __proto__.
    return Object.fromEntries(entries);
  });
  return `${JSON.stringify(records, null, 2)}\n`;
}

function jsonValue<Row>(column: Column<Row>, value: CellValue): string | number | null {
  if (isMissing(value)) return null;
  const isPlain = Number.isFinite(value) && column.kind !== 'date' && column.kind !== 'age';
  return typeof value === 'number' && isPlain ? fileNumber(column, value) : rawText(column, value);
}

function toMarkdown<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  return [
    markdownLine(columns.map((column) => markdownCell(headText(column)))),
    markdownLine(columns.map(({ kind }) => (isNumeric(kind) ? '---:' : '---'))),
    ...rows.map((row) =>
      markdownLine(columns.map((column) => markdownCell(markdownText(column, column.value(row))))),
    ),
  ].join('');
}

/** As shown, but for local times: who reads the file may live in another zone. */
function markdownText<Row>(column: Column<Row>, value: CellValue): string {
  return column.isLocal === true && !isMissing(value) ? rawText(column, value) : cellText(column, value);
}

function markdownLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** Escapes what would end the cell or line, or be read as Markdown. */
function markdownCell(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>|#&~]/g, '\\$&').replaceAll(/\s*[\r\n]+\s*/g, ' ');
}

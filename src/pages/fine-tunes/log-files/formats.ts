// Log format registry, and the shape of a file by its head.
import { consoleLog, readProgressBar } from './console-reader.ts';
import { plainTable, resultTable, savedCurves, tensorBoardTable, wandbChart } from './csv-formats.ts';
import {
  metricRows,
  plainJson,
  tensorBoardJson,
  trainerState,
  factoryLog,
  jsonLines,
} from './json-reader.ts';
import {
  boostingRounds,
  catBoostRounds,
  composerConsole,
  notebookTable,
  numberedLines,
  spacyTable,
} from './line-formats.ts';
import type { LogFormat, LogHead } from './log-format.ts';
import { delimiterOf, splitCells, withoutComments } from './csv-reader.ts';
import { roleOfKey } from './log-report.ts';
import { readFigure } from './read-figure.ts';
import { readRecord } from './record-reader.ts';

/** The first match counts: special formats come first. */
export const logFormats: readonly LogFormat[] = [
  tensorBoardJson,
  trainerState,
  metricRows,
  plainJson,
  factoryLog,
  jsonLines,
  tensorBoardTable,
  savedCurves,
  wandbChart,
  resultTable,
  plainTable,
  boostingRounds,
  catBoostRounds,
  composerConsole,
  numberedLines,
  spacyTable,
  notebookTable,
  consoleLog,
];

export function formatOf(head: LogHead): LogFormat {
  return logFormats.find((format) => format.recognise(head)) ?? consoleLog;
}

/**
 * @param head without a byte order mark
 * @param isWhole false: ignores the last line, which may be cut off
 */
export function shapeOf(head: string, isWhole: boolean): LogHead['shape'] {
  const all = head.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const lines = (isWhole || all.length === 1 ? all : all.slice(0, -1)).slice(0, 200);
  const first = (lines[0] ?? '').trim();
  if (/^\[\s*(?:\[|\{|\]|$)/.test(first)) return 'json';
  if (first.startsWith('{')) return shapeOfObjects(lines, first);
  const [header = '', ...rows] = withoutComments(lines);
  return isHeader(header.trim(), rows.slice(0, 11)) ? 'table' : 'console';
}

function shapeOfObjects(lines: readonly string[], first: string): LogHead['shape'] {
  if (/^\{\s*'[^']*'\s*:\s*\[/.test(first)) return 'json';
  if (/^\{\s*'/.test(first) || lines.some((line) => readProgressBar(line) !== null)) return 'console';
  if (lines.length === 1) return 'json';
  const records = lines.filter((line) => line.trimEnd().endsWith('}') && readRecord(line) !== null);
  if (records.length >= lines.length * 0.5) return 'lines';
  return readRecord(first) === null ? 'json' : 'console';
}

/**
 * Two known names; or short names above equally long rows with a number; or numbers alone (a first row
 * without a header).
 */
function isHeader(line: string, below: readonly string[]): boolean {
  const delimiter = delimiterOf(line);
  const cells = delimiter === null ? [line] : splitCells(line, delimiter);
  if (cells === null || line.includes('{')) return false;
  const rows = below.map((next) => (delimiter === null ? [next] : (splitCells(next, delimiter) ?? [])));
  const isRow = (row: readonly string[]) => row.length === cells.length && row.some(isNumber);
  if (cells.every(isNumber)) return cells.length > 1 && rows.length > 0 && rows.every(isRow);
  if (cells.some(isNumber)) return false;
  const known = cells.filter((cell) => roleOfKey(cell) !== null).length;
  // Words of a sentence are between spaces, too.
  if (delimiter === ' ') return known >= 2 && rows.length > 0 && rows.every(isRow);
  if (known >= 2) return true;
  if (rows.length === 0 || !isRow(rows[0] ?? [])) return false;
  if (known === 1) return true;
  // Sentences with commas are not a table.
  return (
    cells.length > 1 && cells.every((cell) => !/[a-z] \d+$|\w{3}(?: \w+){4}/i.test(cell)) && rows.every(isRow)
  );
}

function isNumber(cell: string): boolean {
  return typeof readFigure(cell.replace(',', '.')) === 'number';
}

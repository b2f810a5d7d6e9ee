// Reads tables: a header that says which column is which curve, then a row a line.
import type { CurveColumns } from './curve-columns.ts';
import { delimiterOf, splitCells } from './csv-cells.ts';
import { readCsvPlan, type CsvPlan } from './csv-plan.ts';
import { curveOfKey } from '#pages/fine-tunes/curves/from-message.ts';
import type { LogSink } from './log-sink.ts';
import { readFigure } from './read-figure.ts';
import { readElapsedMs, readLogTimeMs } from './log-time.ts';
import { createStepCounter } from './step-counter.ts';

/**
 * A reader of the rows that follow the header.
 * @throws UnreadableFileError where no column is a curve
 */
export function createCsvReader(
  header: string,
  fileName: string,
  sink: LogSink,
): { readonly plan: CsvPlan; readLine: (text: string, line: number) => void } {
  const delimiter = delimiterOf(header) ?? ',';
  const heads = splitCells(header, delimiter) ?? [];
  const plan = readCsvPlan(heads, fileName);
  const counter = createStepCounter();
  for (const note of plan.notes) sink.note(note);
  const fixed = plan.curves.map(({ run, name }) => (plan.run === null ? sink.curve(run, name) : null));
  // Where cells are divided by semicolons, decimals may be divided by commas.
  const figureOf = (cell: string) => readFigure(delimiter === ',' ? cell : cell.replace(',', '.'));

  return {
    plan,
    readLine(text, line) {
      if (text.trim() === '' || text === header) return;
      const cells = splitCells(text, delimiter);
      const problem = cells === null ? 'A quote has no end.' : wrongCount(cells, heads.length);
      if (cells === null || problem !== null) {
        sink.unread(line, text, problem ?? '');
        return;
      }
      const reason = readCells(cells, line);
      if (reason !== null) sink.unread(line, text, reason);
    },
  };

  /** Puts the row's points into the sink. @returns why a part of it could not be read */
  function readCells(cells: readonly string[], line: number): string | null {
    let reason: string | null = null;
    const run = plan.run === null ? null : (cells[plan.run] ?? '').trim();
    const epoch = (plan.epoch === null ? null : figureOf(cells[plan.epoch] ?? '')) ?? Number.NaN;
    const timeMs = plan.time === null ? Number.NaN : readLogTimeMs((cells[plan.time] ?? '').trim());
    const elapsedMs = plan.elapsed === null ? Number.NaN : readElapsedMs(cells[plan.elapsed] ?? '');
    const given = plan.step === null ? null : readStep(cells[plan.step] ?? '');
    if (typeof given === 'string') return given;

    const add = (columns: CurveColumns | null, head: string, cell: string, label: string) => {
      const value = figureOf(cell);
      if (value === undefined) reason = `“${head}” is no number.`;
      if (value === undefined || value === null) return;
      const step = given ?? counter.stepOf(label, columns?.lastStep ?? null, line);
      sink.push(columns, step, value, epoch, timeMs, line, elapsedMs);
    };

    for (const [index, curve] of plan.curves.entries()) {
      const cell = cells[curve.column] ?? '';
      if (cell === '') continue;
      const columns = run === null ? (fixed[index] ?? null) : sink.curve(run, curve.name);
      add(columns, heads[curve.column] ?? '', cell, run ?? curve.run);
    }
    if (plan.tagged !== null) {
      const name = curveOfKey(cells[plan.tagged.tag] ?? '');
      if (name === null) sink.other();
      else add(sink.curve(run ?? '', name), 'value', cells[plan.tagged.value] ?? '', run ?? '');
    }
    return reason;
  }

  function readStep(cell: string): number | string {
    const step = figureOf(cell);
    if (step === null) return 'The step is missing.';
    return step !== undefined && Number.isFinite(step) && step >= 0
      ? step
      : 'The step is no number of 0 or more.';
  }
}

function wrongCount(cells: readonly string[], wanted: number): string | null {
  if (cells.length === wanted) return null;
  if (cells.length > wanted && cells.slice(wanted).every((cell) => cell.trim() === '')) return null;
  return `The header has ${wanted} ${wanted === 1 ? 'column' : 'columns'}, this line ${cells.length}.`;
}

// CSV reader: a header naming the curves, then rows.
import { formatCounted } from '#lib/format.ts';
import { metricCurve, type CurveName } from '#pages/fine-tunes/curves/curve.ts';
import type { CurveColumns } from './curve-columns.ts';
import { createLineReader, type LogReader } from './log-format.ts';
import type { LogSink } from './log-sink.ts';
import { commaHint, figureProblem, readCount, readElapsedMs, readFigure } from './read-figure.ts';

export interface CsvSeries {
  readonly column: number;
  /** The head without the run. */
  readonly key: string;
  readonly run: string;
  /** Null where ignored. */
  readonly name: CurveName | null;
}

/** Column indexes from 0. */
export interface CsvPlan {
  readonly step: number | null;
  readonly epoch: number | null;
  readonly time: number | null;
  /** Since the run began. */
  readonly elapsed: number | null;
  /** Since the run began. */
  readonly tokens: number | null;
  readonly run: number | null;
  /** One tag and one value per row. */
  readonly tagged: { readonly tag: number; readonly value: number } | null;
  readonly series: readonly CsvSeries[];
  /** A figure's lowest or highest value, beside the figure. */
  readonly bounds: readonly { readonly column: number; readonly of: number }[];
  /** W&B histories have NaN where nothing was logged. */
  readonly hasFiller: boolean;
  /** Saved by this page: each tag is a curve. */
  readonly isSaved: boolean;
}

export interface CsvHeader {
  readonly line: string;
  readonly delimiter: string;
  /** Trimmed; made up for a first line of numbers. */
  readonly heads: readonly string[];
  readonly isHeadless: boolean;
}

/** @param head has a line that is not blank */
export function readHeader(head: string): CsvHeader {
  const [line = ''] = withoutComments(head.split(/\r\n|\n|\r/).filter((each) => each.trim() !== ''));
  const delimiter = delimiterOf(line) ?? ',';
  const first = splitCells(line, delimiter) ?? [];
  const isHeadless = first.every((cell) => typeof figureIn(cell, delimiter) === 'number');
  const heads = first.map((cell, index) => (isHeadless ? `column ${index + 1}` : cell.trim()));
  return { line, delimiter, heads, isHeadless };
}

/** Without the comments above a table, the last of which may be its header. */
export function withoutComments(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => !line.startsWith('#'));
  if (start < 1) return lines;
  const rows = lines.slice(start);
  const names = (lines[start - 1] ?? '').replace(/^#+\s*/, '');
  const [heads, cells] = [names, rows[0] ?? ''].map((line) => splitCells(line, delimiterOf(line) ?? ','));
  const isNamed =
    heads?.length === cells?.length && cells?.some((cell) => typeof readFigure(cell) === 'number');
  return isNamed === true ? [names, ...rows] : rows;
}

// With semicolons, decimals may have commas.
function figureIn(cell: string, delimiter: string) {
  return readFigure(delimiter === ',' ? cell : cell.replace(',', '.'));
}

export function createCsvReader(sink: LogSink, header: CsvHeader, plan: CsvPlan): LogReader {
  const { delimiter, heads, isHeadless } = header;
  const figureOf = (cell: string) => figureIn(cell, delimiter);
  const counter = createStepCounter();
  const drawn = plan.series.flatMap(({ name, ...rest }) =>
    name === null
      ? []
      : [
          {
            ...rest,
            name,
            part: partOf(rest),
            columns: plan.run === null ? sink.curve(rest.run, name) : null,
          },
        ],
  );
  let { bounds } = plan;
  let unnamed = plan.tagged === null ? plan.series.filter(({ name }) => name === null) : [];
  const parts = plan.series.map((series) => ({ column: series.column, part: partOf(series) }));

  return createLineReader(sink, (text, line) => {
    if (text.trim() === '' || text.startsWith('#') || (text === header.line && !isHeadless)) return;
    const cells = splitCells(text, delimiter);
    const problem = cells === null ? 'A quote is not closed.' : wrongCount(cells, heads.length, text);
    if (cells === null || problem !== null) {
      sink.unread(line, text, problem ?? '');
      return;
    }
    if (unnamed.length > 0) nameColumns(cells);
    if (bounds.some(({ column, of }) => cells[column] !== '' && cells[column] !== cells[of])) {
      sink.note(bandNote);
      bounds = [];
    }
    const reason = readCells(cells, line);
    if (reason !== null) sink.unread(line, text, reason);
  });

  /** Lists a column as drawable once it has a number. */
  function nameColumns(cells: readonly string[]) {
    unnamed = unnamed.filter(({ column, key }) => {
      const cell = (cells[column] ?? '').trim();
      const isNumber = typeof figureOf(cell) === 'number';
      if (isNumber) sink.nameColumn(key, 'none');
      return !isNumber && cell === '';
    });
  }

  /** @returns why a part could not be read */
  function readCells(cells: readonly string[], line: number): string | null {
    let reason: string | null = null;
    const run = plan.run === null ? null : (cells[plan.run] ?? '').trim();
    const epoch = (plan.epoch === null ? null : figureOf(cells[plan.epoch] ?? '')) ?? Number.NaN;
    const timeMs = plan.time === null ? Number.NaN : sink.timeMs((cells[plan.time] ?? '').trim());
    const elapsedMs = plan.elapsed === null ? Number.NaN : readElapsedMs(cells[plan.elapsed] ?? '');
    const tokens =
      (plan.tokens === null ? null : readCount(cells[plan.tokens] ?? '', figureOf)) ?? Number.NaN;
    const given = plan.step === null ? null : readStep(cells[plan.step] ?? '');
    if (typeof given === 'string') return given;

    const add = (columns: CurveColumns | null, head: string, cell: string, label: string) => {
      const value = figureOf(cell);
      if (value === undefined) reason = figureProblem(head, cell);
      if (value === undefined || value === null) return;
      const step = given ?? counter.stepOf(label, columns?.lastStep ?? null, line);
      sink.push(columns, step, value, epoch, timeMs, line, elapsedMs, tokens);
    };

    for (const { column, name, part, columns, run: own } of drawn) {
      const cell = cells[column] ?? '';
      if (cell === '' || (plan.hasFiller && isFiller(cells, cell, part))) continue;
      add(run === null ? columns : sink.curve(run, name), heads[column] ?? '', cell, run ?? own);
    }
    if (plan.tagged !== null) {
      const tag = cells[plan.tagged.tag] ?? '';
      const cell = cells[plan.tagged.value] ?? '';
      const name = curveOfTag(tag);
      if (name !== null) add(sink.curve(run ?? '', name), 'value', cell, run ?? '');
      else if (plan.isSaved && tag === 'throughput') sink.note(computedAgain);
      else {
        sink.other();
        if (!plan.isSaved) sink.leave(tag, cell);
      }
    }
    return reason;
  }

  /** This page saves only chosen curves; throughput follows from the times. */
  function curveOfTag(tag: string): CurveName | null {
    const role = sink.roleOf(tag);
    if (role?.part === 'curve' && sink.claim(role.name, tag)) return role.name;
    if (!plan.isSaved || tag === 'throughput' || sink.isMapped(tag)) return null;
    sink.nameColumn(tag, 'metric');
    return metricCurve(tag);
  }

  /**
   * Whether NaN means "not logged": the row has figures, but none logged together with this one. A file with
   * empty cells uses those instead.
   */
  function isFiller(cells: readonly string[], cell: string, part: string): boolean {
    if (!/^nan$/i.test(cell.trim()) || cells.includes('')) return false;
    const present = parts.filter(({ column }) =>
      Number.isFinite(figureOf(cells[column] ?? '') ?? Number.NaN),
    );
    return present.length > 0 && !present.some((each) => each.part === part);
  }

  function readStep(cell: string): number | string {
    const step = readCount(cell, figureOf);
    if (step === null) return 'The step is missing.';
    return step !== undefined && Number.isFinite(step) && step >= 0
      ? step
      : 'The step is not a number of 0 or more.';
  }
}

const computedAgain = 'The throughput in the file was not read; it is computed again from the times.';

const bandNote = 'The band between the columns __MIN and __MAX is not drawn, only the value between them.';

function wrongCount(cells: readonly string[], wanted: number, line: string): string | null {
  if (cells.length === wanted) return null;
  if (cells.length > wanted && cells.slice(wanted).every((cell) => cell.trim() === '')) return null;
  const hint = cells.length > wanted ? commaHint(line) : '';
  return `The header has ${formatCounted(wanted, 'column')}, this line ${cells.length}. ${hint}`.trim();
}

/** The run and phase that log a figure. */
function partOf({ key, run }: { readonly key: string; readonly run: string }): string {
  return `${run} ${/^(?:eval|evaluation|val|valid|validation|test)[_/ .-]/i.test(key) ? 'eval' : (/^(.*)\//.exec(key)?.[1] ?? 'train')}`;
}

/** All curves of a row get the same step. */
function createStepCounter(): {
  /** @param lastStep newest step of the curve, to be exceeded */
  stepOf: (run: string, lastStep: number | null, line: number) => number;
} {
  const counts = new Map<string, { count: number; line: number }>();
  return {
    stepOf(run, lastStep, line) {
      const state = counts.get(run) ?? { count: 0, line: 0 };
      counts.set(run, state);
      if (state.line !== line) {
        state.count = Math.max(state.count, lastStep ?? 0) + 1;
        state.line = line;
      }
      return state.count;
    },
  };
}

/** Without quotes; null for an unclosed one. */
export function splitCells(line: string, delimiter: string): string[] | null {
  if (delimiter === ' ') return line.trim().split(/\s+/);
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    if (line[at] !== '"') {
      const end = line.indexOf(delimiter, at);
      cells.push(line.slice(at, end === -1 ? line.length : end));
      if (end === -1) return cells;
      at = end + 1;
      continue;
    }
    const end = quoteEnd(line, at + 1);
    if (end === -1) return null;
    const inner = line.slice(at + 1, end);
    cells.push(inner.includes('"') ? inner.replaceAll('""', '"') : inner);
    if (end + 1 >= line.length) return cells;
    if (line[end + 1] !== delimiter) return null;
    at = end + 2;
  }
  return cells;
}

function quoteEnd(line: string, from: number): number {
  let end = line.indexOf('"', from);
  while (end !== -1 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
  return end;
}

/** The most frequent of comma, semicolon and tab, else spaces, if any. */
export function delimiterOf(header: string): string | null {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((delimiter) => [delimiter, bare.split(delimiter).length - 1] as const);
  const [delimiter, count] = counts.toSorted((one, other) => other[1] - one[1])[0] ?? [',', 0];
  if (count > 0) return delimiter;
  return bare.trim().includes(' ') ? ' ' : null;
}

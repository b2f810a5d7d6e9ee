// Data run export: one record per cell.
import { toTwelveDigits } from '#lib/format.ts';
import papa from 'papaparse';
import { escapeFormula } from '#lib/csv.ts';
import { answerTokens, type CellResult } from './cell.ts';
import type { CheckOutcome } from './check.ts';
import { uniqueNames } from './data-set.ts';
import { requestOf, type ReadPlan } from './plan.ts';

export type ExportKind = 'CSV' | 'JSONL' | 'JSON';

/** Long exports must not block. */
const recordsAPart = 500;

/** In data order; cells without a result are `queued`. */
export function* writeExport(
  kind: ExportKind,
  read: ReadPlan,
  results: readonly (CellResult | undefined)[],
  checkOf: (cell: number) => CheckOutcome | null,
): Generator<string> {
  const { columns, outputs, draft } = read.plan;
  const parameters = new Map(
    outputs.map((output) => [output.id, parametersOf(requestOf(draft, output, ''))]),
  );
  if (kind === 'CSV') yield csvLines([uniqueNames([...columns, ...fields])]);
  if (kind === 'JSON') yield '[\n';
  for (let from = 0; from < read.count; from += recordsAPart) {
    const end = Math.min(from + recordsAPart, read.count);
    const records = Array.from({ length: end - from }, (_, offset) => {
      const cell = from + offset;
      const sent = parameters.get(read.placeOf(cell).output.id) ?? {};
      return recordOf(read, results[cell], checkOf(cell), cell, sent);
    });
    if (kind === 'CSV') yield csvLines(records.map((record) => toCells(record, columns)));
    else if (kind === 'JSONL') yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
    else {
      const text = records.map((record) => JSON.stringify(record)).join(',\n');
      yield end === read.count ? `${text}\n` : `${text},\n`;
    }
  }
  if (kind === 'JSON') yield ']\n';
}

/** Follow the data's columns, in the order of `toCells`. */
const fields = [
  'row',
  'model',
  'parameters',
  'prompt',
  'state',
  'output',
  'finish',
  'seed',
  'prompt_tokens',
  'completion_tokens',
  'dollars',
  'ms',
  'check',
  'error',
  'base_url',
];

type ExportRecord = ReturnType<typeof recordOf>;

function recordOf(
  read: ReadPlan,
  result: CellResult | undefined,
  check: CheckOutcome | null,
  cell: number,
  parameters: Readonly<Record<string, unknown>>,
) {
  const { row, output } = read.placeOf(cell);
  const { columns, rows, rowNumbers } = read.plan;
  const values = rows[row] ?? [];
  return {
    row: rowNumbers[row] ?? row + 1,
    inputs: Object.fromEntries(columns.map((name, index) => [name, values[index] ?? ''])),
    model: output.model,
    parameters,
    prompt: read.promptOf(row),
    state: result?.state ?? 'queued',
    output: result?.text ?? null,
    finish: result?.finish ?? null,
    seed: result?.seed ?? null,
    prompt_tokens: result?.promptTokens ?? null,
    completion_tokens: (result && answerTokens(result)) ?? null,
    dollars: typeof result?.dollars === 'number' ? toTwelveDigits(result.dollars) : null,
    ms: typeof result?.elapsedMs === 'number' ? Math.round(result.elapsedMs) : null,
    check,
    error: result?.error ?? null,
    base_url: read.plan.service?.baseUrl ?? null,
  };
}

function parametersOf(reading: ReturnType<typeof requestOf>): Readonly<Record<string, unknown>> {
  if (!reading.ok) return {};
  const { model: _, prompt: __, ...parameters } = reading.request;
  return parameters;
}

/** Object keys that look like numbers would come first. */
function toCells({ inputs, parameters, ...record }: ExportRecord, columns: readonly string[]): unknown[] {
  const { row, model, ...rest } = record;
  const values = columns.map((name) => inputs[name]);
  return [...values, row, model, JSON.stringify(parameters), ...Object.values(rest)];
}

function csvLines(lines: readonly (readonly unknown[])[]): string {
  const safe = lines.map((cells) =>
    cells.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)),
  );
  return `${papa.unparse(safe)}\r\n`;
}

// Fine-tune metrics as typed columns.
import { sameCount } from '#lib/growing-column.ts';
import { readTimeMs, timeOfNumber } from '#lib/read-time.ts';
import { fieldOf, isObject } from './read-list.ts';

const columnNames = [
  'timesMs',
  'steps',
  'epochs',
  'learningRates',
  'trainLosses',
  'gradientNorms',
  'evalLosses',
] as const;

type ColumnName = (typeof columnNames)[number];

/**
 * Equally long columns, in the answer's order; NaN where a row lacks the figure, or has no number there. Times in
 * Unix milliseconds. Losses and norms may be infinite, or `sentNaN`: the training has diverged.
 */
export type MetricColumns = Readonly<Record<ColumnName, Float64Array>>;

/** Stands for a NaN that was sent, since NaN is a figure that was not. */
export const sentNaN = -Number.MAX_VALUE;

export function metricColumns(make: (name: ColumnName) => Float64Array): MetricColumns {
  return {
    timesMs: make('timesMs'),
    steps: make('steps'),
    epochs: make('epochs'),
    learningRates: make('learningRates'),
    trainLosses: make('trainLosses'),
    gradientNorms: make('gradientNorms'),
    evalLosses: make('evalLosses'),
  };
}

type Row = Readonly<Record<PropertyKey, unknown>>;

const none: Row = {};

const readers: Readonly<Record<ColumnName, (row: Row) => number>> = {
  timesMs: (row) => timeOf(row['timestamp']),
  steps: (row) => finite(numberOf(row['train/global_step'])),
  epochs: (row) => finite(numberOf(row['train/epoch'])),
  learningRates: (row) => finite(numberOf(row['train/learning_rate'])),
  trainLosses: (row) => divergedOf(row['train/loss']),
  gradientNorms: (row) => divergedOf(row['train/grad_norm']),
  evalLosses: (row) => divergedOf(row['eval/loss']),
};

/** Null if the body is not a list, bare or in `metrics`; elements that are not objects are left out. Never throws. */
export function readMetricColumns(body: unknown): MetricColumns | null {
  const list: unknown = Array.isArray(body) ? body : fieldOf(body, 'metrics');
  if (!Array.isArray(list)) return null;
  const rows = list.filter(isRow);
  return metricColumns((name) => {
    const [read, column] = [readers[name], new Float64Array(rows.length)];
    for (let index = 0; index < rows.length; index += 1) column[index] = read(rows[index] ?? none);
    return column;
  });
}

function isRow(value: unknown): value is Row {
  return isObject(value) && !Array.isArray(value);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function divergedOf(value: unknown): number {
  return value === 'NaN' ? sentNaN : numberOf(value);
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Nanoseconds are above 2^53, so approximate; services also send text, or another unit. */
function timeOf(timestamp: unknown): number {
  if (typeof timestamp === 'number') return timeOfNumber(timestamp) ?? Number.NaN;
  return (typeof timestamp === 'string' ? readTimeMs(timestamp) : null) ?? Number.NaN;
}

/** How many rows at the beginning are equal. */
export function sameRows(one: MetricColumns, other: MetricColumns): number {
  return Math.min(...columnNames.map((name) => sameCount(one[name], other[name])));
}

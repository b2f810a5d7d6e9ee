// Fine-tune metrics as typed columns.
import { readTimeMs } from '#lib/read-time.ts';
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
 * Unix milliseconds. Losses and norms may be infinite: the training has diverged.
 */
export type MetricColumns = Readonly<Record<ColumnName, Float64Array>>;

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

const readers: Readonly<Record<ColumnName, (row: object) => number>> = {
  timesMs: (row) => timeOf(fieldOf(row, 'timestamp')),
  steps: (row) => finite(numberIn(row, 'train/global_step')),
  epochs: (row) => finite(numberIn(row, 'train/epoch')),
  learningRates: (row) => finite(numberIn(row, 'train/learning_rate')),
  trainLosses: (row) => numberIn(row, 'train/loss'),
  gradientNorms: (row) => numberIn(row, 'train/grad_norm'),
  evalLosses: (row) => numberIn(row, 'eval/loss'),
};

/** Null if the body is no list, bare or in `metrics`; elements that are no objects are left out. Never throws. */
export function readMetricColumns(body: unknown): MetricColumns | null {
  const list: unknown = Array.isArray(body) ? body : fieldOf(body, 'metrics');
  if (!Array.isArray(list)) return null;
  const rows = list.flatMap((row: unknown) => (isObject(row) && !Array.isArray(row) ? [row] : []));
  return metricColumns((name) => Float64Array.from(rows, readers[name]));
}

function numberIn(row: object, key: string): number {
  const value = fieldOf(row, key);
  return typeof value === 'number' ? value : Number.NaN;
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Nanoseconds are above 2^53, so approximate; services also send text, or another unit. */
function timeOf(timestamp: unknown): number {
  const isTime = typeof timestamp === 'number' || typeof timestamp === 'string';
  return (isTime ? readTimeMs(String(timestamp)) : null) ?? Number.NaN;
}

/** How many rows at the beginning are equal. */
export function sameRows(one: MetricColumns, other: MetricColumns): number {
  return Math.min(...columnNames.map((name) => sameCount(one[name], other[name])));
}

/** How many values at the beginning are equal; NaN equals NaN. */
export function sameCount(one: Float64Array, other: Float64Array): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const value = one[index];
    if (value !== other[index] && !(Number.isNaN(value) && Number.isNaN(other[index]))) return index;
  }
  return length;
}

// One figure of the bench, and how figures are printed.
import { quantile } from '#lib/quantile.ts';

/** A measured figure beside the bar it is held against, where it has one. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The bar in words, like "at most 2.5". */
  readonly bar?: string;
  /** Whether the figure meets the bar; absent without one. */
  readonly pass?: boolean;
}

/** A row with a bar that the figure must not exceed. */
export function atMost(name: string, value: number, unit: string, limit: number): BenchRow {
  return { name, value, unit, bar: `at most ${limit}`, pass: value <= limit };
}

/** A row with a bar that the figure must reach. */
export function atLeast(name: string, value: number, unit: string, limit: number): BenchRow {
  return { name, value, unit, bar: `at least ${limit}`, pass: value >= limit };
}

/** The q-quantile of measured values; NaN without any. */
export function quantileOf(values: readonly number[], q: number): number {
  return quantile(Float64Array.from(values), q) ?? Number.NaN;
}

/** Rows as aligned lines: figure, unit, bar, and a word where the bar is missed. */
export function formatRows(rows: readonly BenchRow[]): string {
  const figures = rows.map((row) => `${formatFigure(row.value)} ${row.unit}`);
  const nameWidth = Math.max(0, ...rows.map((row) => row.name.length));
  const figureWidth = Math.max(0, ...figures.map((figure) => figure.length));
  return rows
    .map((row, index) => {
      const start = `${row.name.padEnd(nameWidth)}  ${(figures[index] ?? '').padStart(figureWidth)}`;
      if (row.bar === undefined) return start;
      return `${start}  ${row.bar}${row.pass === false ? '  MISSED' : ''}`;
    })
    .join('\n');
}

function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });
}

// Bench rows: figures, bars, printing.
import { quantile } from '#lib/statistics.ts';

export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly cpuMs?: number;
  readonly bar?: string;
  readonly pass?: boolean;
}

export function atMost(name: string, value: number, unit: string, limit: number): BenchRow {
  return { name, value, unit, bar: `at most ${formatFigure(limit)}`, pass: value <= limit };
}

export function atLeast(name: string, value: number, unit: string, limit: number): BenchRow {
  return { name, value, unit, bar: `at least ${formatFigure(limit)}`, pass: value >= limit };
}

/** NaN without values. */
export function quantileOf(values: readonly number[], q: number): number {
  return quantile(Float64Array.from(values), q) ?? Number.NaN;
}

/** NaN without values. */
export function median(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

export function formatRows(rows: readonly BenchRow[]): string {
  const figures = rows.map((row) => `${formatFigure(row.value)} ${row.unit}`);
  const nameWidth = Math.max(0, ...rows.map((row) => row.name.length));
  const figureWidth = Math.max(0, ...figures.map((figure) => figure.length));
  return rows
    .map((row, index) => {
      const start = `${row.name.padEnd(nameWidth)}  ${(figures[index] ?? '').padStart(figureWidth)}`;
      const cpu = row.cpuMs === undefined ? '' : `  (${formatFigure(row.cpuMs)} ms of CPU)`;
      if (row.bar === undefined) return start + cpu;
      return `${start}${cpu}  ${row.bar}${row.pass === false ? '  MISSED' : ''}`;
    })
    .join('\n');
}

function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });
}

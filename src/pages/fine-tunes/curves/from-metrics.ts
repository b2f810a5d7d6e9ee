// Curves from GET /fine-tunes/{id}/metrics.
import type { FineTuneMetric } from '#api/schema/fine-tune.ts';
import { oldestFirst, readTimeMs } from '#lib/read-time.ts';
import { appendCurves, collectCurves } from './collect-curves.ts';
import type { CurvePoint, CurveSet } from './curve.ts';

const curveKeys = [
  ['train/loss', 'train loss'],
  ['eval/loss', 'eval loss'],
  ['train/learning_rate', 'learning rate'],
  ['train/grad_norm', 'gradient norm'],
] as const;

/** Curves and the rows that they were made of. */
interface Made {
  readonly rows: readonly FineTuneMetric[];
  readonly curves: CurveSet;
  /** The newest time; null where the rows did not come in the order of their times. */
  readonly newestMs: number | null;
}

/** By the first row: a list that grew has the same one. */
const lastMade = new WeakMap<FineTuneMetric, Made>();

/**
 * The curves of the rows, which may come newest first; a row without a step is left out. Of rows that follow those of the
 * last call, these alone are read.
 */
export function curvesFromMetrics(rows: readonly FineTuneMetric[]): CurveSet {
  const [first] = rows;
  if (first === undefined) return collectCurves('metrics', []);
  const made = grown(lastMade.get(first), rows) ?? makeAll(rows);
  lastMade.set(first, made);
  return made.curves;
}

/** Null where the rows are no longer those, with newer ones behind them. */
function grown(made: Made | undefined, rows: readonly FineTuneMetric[]): Made | null {
  if (made === undefined || made.newestMs === null || rows.length < made.rows.length) return null;
  if (made.rows.some((row, index) => row !== rows[index])) return null;
  const timed = timedRows(rows, made.rows.length);
  const newestMs = risesTo(timed, made.newestMs);
  return newestMs === null ? null : { rows, newestMs, curves: appendCurves(made.curves, pointsOf(timed)) };
}

function makeAll(rows: readonly FineTuneMetric[]): Made {
  const timed = timedRows(rows, 0);
  const ordered = oldestFirst(timed, ({ timeMs }) => timeMs);
  const newestMs = ordered === timed ? risesTo(timed, -Infinity) : null;
  return { rows, newestMs, curves: collectCurves('metrics', pointsOf(ordered)) };
}

interface TimedRow {
  readonly row: FineTuneMetric;
  readonly timeMs: number | null;
  /** From 1. */
  readonly line: number;
}

function timedRows(rows: readonly FineTuneMetric[], from: number): readonly TimedRow[] {
  return rows
    .slice(from)
    .map((row, index) => ({ row, timeMs: timeMsOf(row.timestamp), line: from + index + 1 }));
}

/** The last time, where none is before the one before it. */
function risesTo(rows: readonly TimedRow[], fromMs: number): number | null {
  let newestMs = fromMs;
  for (const { timeMs } of rows) {
    if (timeMs === null) continue;
    if (timeMs < newestMs) return null;
    newestMs = timeMs;
  }
  return newestMs;
}

function* pointsOf(rows: Iterable<TimedRow>): Generator<CurvePoint> {
  for (const { row, timeMs, line } of rows) {
    const step = row['train/global_step'];
    if (step === undefined) continue;
    for (const [key, name] of curveKeys) {
      const value = row[key];
      if (value !== undefined)
        yield { name, step, value, epoch: row['train/epoch'], timeMs: timeMs ?? undefined, line };
    }
  }
}

/** Unix milliseconds of a date, or of a number in s, ms, µs or ns: services send nanoseconds beyond 2^53, or text, or another unit. */
function timeMsOf(timestamp: number | string | undefined): number | null {
  return readTimeMs(timestamp === undefined ? '' : String(timestamp));
}

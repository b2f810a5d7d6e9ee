// Curves from GET /fine-tunes/{id}/metrics, and from a file that holds its rows.
import type { FineTuneMetric } from '#api/schema/fine-tune.ts';
import { oldestFirst, readTimeMs } from '#lib/read-time.ts';
import { collectCurves } from './collect-curves.ts';
import type { CurvePoint, CurveSet } from './curve.ts';

const keys = {
  'train/loss': 'train loss',
  'eval/loss': 'eval loss',
  'train/learning_rate': 'learning rate',
  'train/grad_norm': 'gradient norm',
} as const;

/** The curves of the rows, which may come newest first; a row without a step is left out. @param source `metrics`, or the name of a file */
export function curvesFromMetrics(rows: readonly FineTuneMetric[], source = 'metrics'): CurveSet {
  return collectCurves(source, points(rows));
}

function* points(rows: readonly FineTuneMetric[]): Generator<CurvePoint> {
  for (const [index, row] of oldestFirst(
    [...rows.entries()],
    ([, { timestamp }]) => timeMsOf(timestamp) ?? null,
  )) {
    const step = row['train/global_step'];
    if (step === undefined) continue;
    const timeMs = timeMsOf(row.timestamp);
    for (const [key, name] of entriesOf(keys)) {
      const value = row[key];
      if (value !== undefined)
        yield { name, step, value, epoch: row['train/epoch'], timeMs, line: index + 1 };
    }
  }
}

function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>): readonly [Key, Value][] {
  const entries: [Key, Value][] = [];
  for (const key in record) entries.push([key, record[key]]);
  return entries;
}

/** Unix milliseconds of a date, or of a number in s, ms, µs or ns: services send nanoseconds beyond 2^53, or text, or another unit. */
function timeMsOf(timestamp: number | string | undefined): number | undefined {
  return readTimeMs(timestamp === undefined ? '' : String(timestamp)) ?? undefined;
}

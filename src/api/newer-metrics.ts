// The metrics of a fine-tune, of which only those are asked for that came since the last answer: a long run has many.
import { readTimeMs } from '#lib/read-time.ts';
import type { Client } from './client.ts';
import { ApiError } from './errors.ts';
import type { FineTuneMetric } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';

/** Rows of one moment can be written one after another, and a number of nanoseconds is not exact. */
const overlapMs = 5_000;

/**
 * All rows: those that are known, and the newer ones. A restart dates its rows later, too, so that it is told like any step.
 * @param known the last answer; undefined asks for all
 */
export async function readNewerMetrics(
  client: Pick<Client, 'getFineTuneMetrics'>,
  id: string,
  known: RecordList<FineTuneMetric> | null | undefined,
  signal: AbortSignal,
): Promise<RecordList<FineTuneMetric> | null> {
  const newestMs = known?.items.reduce((most, row) => Math.max(most, timeOf(row)), -Infinity) ?? -Infinity;
  if (!known || !Number.isFinite(newestMs)) return client.getFineTuneMetrics(id, {}, { signal });
  const fromMs = Math.floor(newestMs - overlapMs);
  const range = { logged_at_from: `${fromMs}000000` };
  try {
    const newer = await client.getFineTuneMetrics(id, range, { signal });
    // Who does not know the parameter answers with everything.
    if (newer === null || newer.items.some((row) => !(timeOf(row) >= fromMs))) return newer;
    const isKept = known.items.map((row) => timeOf(row) < fromMs);
    return {
      ...newer,
      items: [...known.items.filter((_, index) => isKept[index]), ...newer.items],
      raw: [...known.raw.filter((_, index) => isKept[index]), ...newer.raw],
    };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 422))
      return client.getFineTuneMetrics(id, {}, { signal });
    throw error;
  }
}

/** Unix milliseconds; NaN for a row that says none. */
function timeOf({ timestamp }: FineTuneMetric): number {
  return readTimeMs(timestamp === undefined ? '' : String(timestamp)) ?? Number.NaN;
}

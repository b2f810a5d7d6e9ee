// Incremental fetch of fine-tune metrics: only rows since the last answer.
import { readTimeMs } from '#lib/read-time.ts';
import type { Client } from './client.ts';
import { ApiError } from './errors.ts';
import type { FineTuneMetric } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';

/** Rows of one moment may be written one after another, and nanoseconds are rounded. */
const overlapMs = 5_000;

/**
 * All rows, known and new.
 * @param known the last answer; undefined requests everything
 */
export async function readNewerMetrics(
  client: Pick<Client, 'getFineTuneMetrics'>,
  id: string,
  known: RecordList<FineTuneMetric> | null | undefined,
  signal: AbortSignal,
): Promise<RecordList<FineTuneMetric> | null> {
  const times = known ? timesOf(known.items) : new Float64Array();
  const newestMs = times.reduce((most, time) => Math.max(most, time), -Infinity);
  if (!known || !Number.isFinite(newestMs)) return client.getFineTuneMetrics(id, {}, { signal });
  const fromMs = Math.floor(newestMs - overlapMs);
  const range = { logged_at_from: `${fromMs}000000` };
  try {
    const newer = await client.getFineTuneMetrics(id, range, { signal });
    // A service that ignores the parameter answers with all rows.
    if (newer === null || newer.items.some((row) => !(timeOf(row) >= fromMs))) return newer;
    return mergeRows(known, newer, fromMs);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 422))
      return client.getFineTuneMetrics(id, {}, { signal });
    throw error;
  }
}

/** Rows received twice stay the same objects; so does the list if nothing is new. */
function mergeRows(
  known: RecordList<FineTuneMetric>,
  newer: RecordList<FineTuneMetric>,
  fromMs: number,
): RecordList<FineTuneMetric> {
  const before = timesOf(known.items);
  const repeated = new Map<string, FineTuneMetric>();
  // Older rows come first if the list is ordered by time.
  const cut = Math.max(
    0,
    before.findIndex((timeMs) => timeMs >= fromMs),
  );
  const items = known.items.slice(0, cut);
  const raw = known.raw.slice(0, cut);
  const times: number[] = [];
  for (const [place, row] of known.items.slice(cut).entries()) {
    const index = cut + place;
    const timeMs = before[index] ?? Number.NaN;
    if (timeMs >= fromMs) {
      repeated.set(JSON.stringify(known.raw[index]), row);
      continue;
    }
    items.push(row);
    raw.push(known.raw[index]);
    times.push(timeMs);
  }
  for (const [index, row] of newer.items.entries()) {
    items.push(repeated.get(JSON.stringify(newer.raw[index])) ?? row);
    raw.push(newer.raw[index]);
    times.push(timeOf(row));
  }
  const isSame = items.length === known.items.length && items.every((row, at) => row === known.items[at]);
  if (isSame && newer.unreadable.length + newer.notes.length === 0) return known;
  const allTimes = new Float64Array(items.length);
  allTimes.set(before.subarray(0, cut));
  allTimes.set(times, cut);
  readTimes.set(items, allTimes);
  return { ...newer, items, raw };
}

function timesOf(items: readonly FineTuneMetric[]): Float64Array {
  const times = readTimes.get(items) ?? Float64Array.from(items, timeOf);
  readTimes.set(items, times);
  return times;
}

const readTimes = new WeakMap<readonly FineTuneMetric[], Float64Array>();

/** Unix milliseconds; NaN without a time. */
function timeOf({ timestamp }: FineTuneMetric): number {
  return readTimeMs(timestamp === undefined ? '' : String(timestamp)) ?? Number.NaN;
}

// Fine-tune metrics: incremental fetch, and reading of large answers in a worker.
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { append } from '#lib/growing-column.ts';
import { startOwnWorker } from '#lib/own-worker.ts';
import { jsonOf, readBody, wholeText } from './body.ts';
import type { Client } from './client.ts';
import { ApiError } from './errors.ts';
import type { HttpAnswer } from './http.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './metrics-worker.ts?worker&url';
import { type MetricColumns, metricColumns, readMetricColumns, sameRows } from './schema/metric-columns.ts';

export interface FineTuneMetrics {
  readonly columns: MetricColumns;
  /** The same object in answers that continue each other. */
  readonly origin: object;
  /** Unix milliseconds; -Infinity without a time. */
  readonly newestMs: number;
}

/** Bytes; fewer are read in a few milliseconds. */
const largeSize = 200_000;

/** Closes the answer. Null as in `readMetricColumns`; throws like `readJson`. */
export async function readMetrics(answer: HttpAnswer): Promise<FineTuneMetrics | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let reader: Reader | null | undefined;
  try {
    const body = await readBody(answer, undefined, (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < largeSize) return;
      const isFirst = reader === undefined;
      reader ??= startReader();
      for (const each of isFirst ? chunks : [chunk]) reader?.worker.postMessage(each, []);
    });
    reader?.worker.postMessage(null, []);
    const read = body.incomplete === null ? await reader?.columns : null;
    // Without a worker, or where it failed: this throws what is wrong with the answer.
    const columns = read ?? readMetricColumns(jsonOf(wholeText(body), '"NaN"'));
    return columns && { columns, origin: {}, newestMs: newestOf(columns.timesMs) };
  } finally {
    reader?.worker.terminate();
  }
}

/** Reads rows while the rest of them arrives. */
interface Reader {
  readonly worker: Worker;
  /** After all chunks and null; null if it failed. */
  readonly columns: Promise<MetricColumns | null>;
}

/** Null without workers. */
function startReader(): Reader | null {
  try {
    const worker = startOwnWorker(workerUrl);
    const columns = new Promise<MetricColumns | null>((resolve) => {
      worker.addEventListener('error', () => resolve(null));
      worker.addEventListener('message', ({ data }: MessageEvent<MetricColumns | null>) => resolve(data));
    });
    return { worker, columns };
  } catch {
    return null;
  }
}

/** Fetches only new rows; null if the service lacks the operation. */
export function fineTuneMetricsQuery(client: Client, id: string | null) {
  const queryKey = [client.connectionId, 'fine-tunes', id, 'metrics'] as const;
  return queryOptions({
    // The page shows a 429 or an outage, and polls more slowly.
    retry: false,
    queryKey,
    // Known rows are the same objects; comparing every row of a long run would block the page.
    structuralSharing: false,
    queryFn:
      id === null
        ? skipToken
        : ({ signal, client: cache }) =>
            readNewerMetrics(client, id, cache.getQueryData<FineTuneMetrics | null>(queryKey), signal),
  });
}

/** Rows of one moment may be written one after another, and nanoseconds are rounded. */
const overlapMs = 5_000;

/** Requests them, the largest answer of a page, before it is there. */
export function preloadMetrics(cache: QueryClient, client: Client, id: string): void {
  const query = fineTuneMetricsQuery(client, id);
  if (cache.getQueryState(query.queryKey) === undefined) void cache.prefetchQuery(query);
}

/**
 * All rows, known and new; the same object if nothing is new.
 * @param known the last answer; undefined requests everything
 */
export async function readNewerMetrics(
  client: Pick<Client, 'getFineTuneMetrics'>,
  id: string,
  known: FineTuneMetrics | null | undefined,
  signal: AbortSignal,
): Promise<FineTuneMetrics | null> {
  if (!known || known.newestMs === -Infinity) return client.getFineTuneMetrics(id, {}, { signal });
  const fromMs = Math.floor(known.newestMs - overlapMs);
  try {
    const newer = await client.getFineTuneMetrics(id, { logged_at_from: `${fromMs}000000` }, { signal });
    return newer && continued(known, newer, fromMs);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 422))
      return client.getFineTuneMetrics(id, {}, { signal });
    throw error;
  }
}

function continued(known: FineTuneMetrics, newer: FineTuneMetrics, fromMs: number): FineTuneMetrics {
  // A service that ignores the parameter answers with all rows.
  const isWhole = newer.columns.timesMs.some((ms) => !(ms >= fromMs));
  const columns = isWhole ? newer.columns : withNewer(known.columns, newer.columns, fromMs);
  const count = known.columns.timesMs.length;
  const isSame = columns.timesMs.length === count && sameRows(known.columns, columns) === count;
  return isSame ? known : { origin: known.origin, columns, newestMs: newer.newestMs };
}

// Plain loops: a callback for each of a hundred thousand rows would be felt.

function newestOf(timesMs: Float64Array): number {
  let newestMs = -Infinity;
  for (let index = 0; index < timesMs.length; index += 1) {
    const ms = timesMs[index] ?? Number.NaN;
    if (ms > newestMs) newestMs = ms;
  }
  return newestMs;
}

/** Position of the first row that is not older; behind the last if all are. */
function placeOf(timesMs: Float64Array, fromMs: number): number {
  let place = 0;
  while (place < timesMs.length && !((timesMs[place] ?? Number.NaN) >= fromMs)) place += 1;
  return place;
}

/** Known rows from that time on are replaced by the newer ones. */
function withNewer(known: MetricColumns, newer: MetricColumns, fromMs: number): MetricColumns {
  // Older rows come first if the list is in the order of time.
  const cut = placeOf(known.timesMs, fromMs);
  const later = metricColumns((name) => known[name].subarray(cut));
  const same = sameRows(later, newer);
  if (same === later.timesMs.length)
    return metricColumns((name) => append(known[name], newer[name].subarray(same)));
  return metricColumns((name) => {
    const older = later[name].filter((_, index) => !((later.timesMs[index] ?? Number.NaN) >= fromMs));
    return append(append(known[name].slice(0, cut), older), newer[name]);
  });
}

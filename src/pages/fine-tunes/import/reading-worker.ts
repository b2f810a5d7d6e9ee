// The worker that reads one log file, so that the page stays free; ending the worker stops the reading.
import { indexExtremes, type Extremes } from '#lib/extremes.ts';
import { segmentsOf, UnreadableFileError, type LogReport } from './log-report.ts';
import { readLog } from './read-log.ts';

/** What the worker says; the last two end its work. */
export type ReadingNews =
  | { readonly kind: 'progress'; readonly bytes: number; readonly points: number }
  | { readonly kind: 'read'; readonly report: LogReport; readonly indexes: readonly ValueIndex[] }
  | { readonly kind: 'failed'; readonly message: string };

/** What a chart needs of the values of a segment, in the order of `segmentsOf`; made here, where nobody waits for it. */
export type ValueIndex = Omit<Extremes, 'values'>;

/** Between two words about progress. */
const quietMs = 100;

addEventListener('message', ({ data }: MessageEvent<File>) => void read(data));

async function read(file: File): Promise<void> {
  let saidMs = performance.now();
  try {
    const report = await readLog(file, (bytes, points) => {
      const nowMs = performance.now();
      if (nowMs - saidMs < quietMs) return;
      saidMs = nowMs;
      say({ kind: 'progress', bytes, points });
    });
    const indexes = segmentsOf(report).map(({ values }) => indexOf(values));
    say({ kind: 'read', report, indexes }, [...buffersOf(report), ...indexes.flatMap(buffersOfIndex)]);
  } catch (error) {
    say({ kind: 'failed', message: messageOf(error) });
  }
}

function say(news: ReadingNews, transfer: Transferable[] = []) {
  postMessage(news, { transfer });
}

/** The columns go over to the page without a copy. */
function buffersOf(report: LogReport): ArrayBufferLike[] {
  const columns = segmentsOf(report).flatMap(
    ({ steps, values, epochs, timesMs, elapsedMs, sources, lines }) =>
      [steps, values, epochs, timesMs, elapsedMs, sources, lines].filter((column) => column !== undefined),
  );
  return columns.map(({ buffer }) => buffer);
}

function indexOf(values: Float64Array): ValueIndex {
  const { gaps, levels } = indexExtremes(values);
  return { gaps, levels };
}

function buffersOfIndex({ gaps, levels }: ValueIndex): ArrayBufferLike[] {
  return [gaps, ...levels.flatMap(({ low, high }) => [low, high])].map(({ buffer }) => buffer);
}

function messageOf(error: unknown): string {
  if (error instanceof UnreadableFileError) return error.message;
  const cause = error instanceof Error ? error.message : 'no reason is known';
  return `The file could not be read to its end: ${cause}`;
}

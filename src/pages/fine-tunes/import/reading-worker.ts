// The worker that reads one log file, so that the page stays free; ending the worker stops the reading.
import { UnreadableFileError, type LogReport } from './log-report.ts';
import { readLog } from './read-log.ts';

/** What the worker says; the last two end its work. */
export type ReadingNews =
  | { readonly kind: 'progress'; readonly bytes: number; readonly points: number }
  | { readonly kind: 'read'; readonly report: LogReport }
  | { readonly kind: 'failed'; readonly message: string };

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
    say({ kind: 'read', report }, buffersOf(report));
  } catch (error) {
    say({ kind: 'failed', message: messageOf(error) });
  }
}

function say(news: ReadingNews, transfer: Transferable[] = []) {
  postMessage(news, { transfer });
}

/** The columns go over to the page without a copy. */
function buffersOf({ runs }: LogReport): ArrayBufferLike[] {
  return runs.flatMap(({ curves }) =>
    [...curves.curves.values()].flatMap((segments) =>
      segments.flatMap(({ steps, values, epochs, timesMs, elapsedMs, sources, lines }) => [
        steps.buffer,
        values.buffer,
        epochs.buffer,
        timesMs.buffer,
        ...(elapsedMs === undefined ? [] : [elapsedMs.buffer]),
        sources.buffer,
        lines.buffer,
      ]),
    ),
  );
}

function messageOf(error: unknown): string {
  if (error instanceof UnreadableFileError) return error.message;
  const cause = error instanceof Error ? error.message : 'no reason is known';
  return `The file could not be read to its end: ${cause}`;
}

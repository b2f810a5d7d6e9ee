// Client of the reading worker: one worker per file.
import { startOwnWorker } from '#lib/own-worker.ts';
import { keepPrepared } from '#charts/prepared-values.ts';
import { segmentsOf } from './log-report.ts';
import type { ReadingNews, ReadingOrder } from './reading-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './reading-worker.ts?worker&url';

/** A reading under way. */
export interface Reading {
  /** Ends it; what was read is let go. */
  readonly stop: () => void;
  /** Reads the file again from where it ended, where it is followed. */
  readonly readOn: (file: File) => void;
}

/** The worker ends with the file, unless it is followed. */
export function startReading(order: ReadingOrder, onNews: (news: ReadingNews) => void): Reading {
  const worker = startOwnWorker(workerUrl);
  worker.addEventListener('message', ({ data }: MessageEvent<ReadingNews>) => {
    if (data.kind === 'failed' || (data.kind === 'read' && !order.isFollowed)) worker.terminate();
    if (data.kind === 'read') keepIndexes(data);
    onNews(data);
  });
  // Out of memory, or the part of the page could not be loaded.
  worker.addEventListener('error', ({ message }) => {
    worker.terminate();
    onNews({ kind: 'failed', message: `Reading was interrupted${message ? `: ${message}` : '.'}` });
  });
  const send = (next: ReadingOrder) => worker.postMessage(next, []);
  send(order);
  return { stop: () => worker.terminate(), readOn: (file) => send({ ...order, file }) };
}

// A chart finds its values prepared, and draws them without reading each.
function keepIndexes({ report, indexes }: Extract<ReadingNews, { kind: 'read' }>): void {
  for (const [place, { values }] of segmentsOf(report).entries()) {
    const index = indexes[place];
    if (index !== undefined) keepPrepared(values, { weight: 0, isLog: false }, { ...index, values });
  }
}

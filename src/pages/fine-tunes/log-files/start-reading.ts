// Client of the log reading worker: one worker per file.
import { startOwnWorker } from '#lib/own-worker.ts';
import { keepPrepared } from '#charts/prepared-values.ts';
import { segmentsOf } from './log-report.ts';
import type { ReadingNews, ReadingOrder } from './reading-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './reading-worker.ts?worker&url';

export interface Reading {
  /** Discards what was read. */
  readonly stop: () => void;
  /** Reads on in a followed file. */
  readonly readOn: (file: File) => void;
}

/** A followed file keeps its worker. */
export function startReading(order: ReadingOrder, onNews: (news: ReadingNews) => void): Reading {
  const worker = startOwnWorker(workerUrl);
  worker.addEventListener('message', ({ data }: MessageEvent<ReadingNews>) => {
    if (data.kind === 'failed' || (data.kind === 'read' && !order.isFollowed)) worker.terminate();
    if (data.kind === 'read') keepIndexes(data);
    onNews(data);
  });
  // Out of memory, or the script failed to load.
  worker.addEventListener('error', ({ message }) => {
    worker.terminate();
    onNews({ kind: 'failed', message: `Reading was interrupted${message ? `: ${message}` : '.'}` });
  });
  const send = (next: ReadingOrder) => worker.postMessage(next, []);
  send(order);
  return { stop: () => worker.terminate(), readOn: (file) => send({ ...order, file }) };
}

// Charts can draw without indexing values.
function keepIndexes({ report, indexes }: Extract<ReadingNews, { kind: 'read' }>): void {
  for (const [place, { values }] of segmentsOf(report).entries()) {
    const index = indexes[place];
    if (index !== undefined) keepPrepared(values, { weight: 0, isLog: false }, { ...index, values });
  }
}

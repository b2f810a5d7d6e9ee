// Hands a file to a worker of its own and passes on what it says.
import { startOwnWorker } from '#lib/own-worker.ts';
import { keepPrepared } from '#charts/prepared-values.ts';
import { segmentsOf } from './log-report.ts';
import type { ReadingNews } from './reading-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './reading-worker.ts?worker&url';

/** @returns ends the reading; what was read is let go */
export function startReading(file: File, onNews: (news: ReadingNews) => void): () => void {
  const worker = startOwnWorker(workerUrl);
  worker.addEventListener('message', ({ data }: MessageEvent<ReadingNews>) => {
    if (data.kind !== 'progress') worker.terminate();
    if (data.kind === 'read') keepIndexes(data);
    onNews(data);
  });
  // Out of memory, or the part of the page could not be loaded.
  worker.addEventListener('error', ({ message }) => {
    worker.terminate();
    onNews({ kind: 'failed', message: `The reading broke off${message ? `: ${message}` : '.'}` });
  });
  worker.postMessage(file, []);
  return () => worker.terminate();
}

// A chart finds its values prepared, and draws them without reading each.
function keepIndexes({ report, indexes }: Extract<ReadingNews, { kind: 'read' }>): void {
  for (const [place, { values }] of segmentsOf(report).entries()) {
    const index = indexes[place];
    if (index !== undefined) keepPrepared(values, { weight: 0, isLog: false }, { ...index, values });
  }
}

// The data that is open, and how it came to be; it never leaves the page.
import { create } from 'zustand';
import type { DataSet } from './data-set.ts';
import type { ReadJob, ReadNews } from './data-worker.ts';

/** What is open. While other data is read, and where that failed, the older stays. */
interface DataState {
  readonly source: ReadJob | null;
  readonly data: DataSet | null;
  readonly isReading: boolean;
  readonly failure: string | null;
}

/** Read by the view; changed by `openData` and `closeData`. */
export const useData = create<DataState>(() => ({
  source: null,
  data: null,
  isReading: false,
  failure: null,
}));

/** Bytes that a file may have. */
const maxBytes = 64 * 1_024 * 1_024;

/** What a person reads about the limit, before and after. */
export const sizeLimit = '64 MiB';

let reader: Worker | null = null;

/** Reads a file, or what was pasted. A newer call ends an older one. */
export function openData(source: ReadJob): void {
  reader?.terminate();
  const size = typeof source.content === 'string' ? source.content.length : source.content.size;
  if (size > maxBytes) {
    const failure = `“${source.name}” has more than ${sizeLimit}, so it was not read. Split it into parts.`;
    useData.setState({ isReading: false, failure });
    return;
  }
  useData.setState({ isReading: true, failure: null });
  const worker = new Worker(new URL('./data-worker.ts', import.meta.url), { type: 'module' });
  reader = worker;
  const rows: (readonly string[])[] = [];
  worker.addEventListener('message', ({ data: news }: MessageEvent<ReadNews>) => {
    if (news.kind === 'rows') {
      for (const row of news.rows) rows.push(row);
      return;
    }
    worker.terminate();
    if (news.kind === 'failed') useData.setState({ isReading: false, failure: news.message });
    else useData.setState({ isReading: false, source, data: { ...news.head, rows } });
  });
  worker.addEventListener('error', () => {
    worker.terminate();
    useData.setState({ isReading: false, failure: 'The data could not be read.' });
  });
  worker.postMessage(source, { transfer: [] });
}

/** Takes the data off the page. */
export function closeData(): void {
  reader?.terminate();
  useData.setState({ source: null, data: null, isReading: false, failure: null });
}

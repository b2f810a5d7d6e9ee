// The data that is open, and how it came to be; it never leaves the page.
import { create } from 'zustand';
import { chunk } from '#ui/chunk.ts';
import type { DataSet } from './data-set.ts';

/** What is to be read. */
interface DataSource {
  readonly content: Blob | string;
  /** Of the file; empty for what was pasted. */
  readonly name: string;
  /** Of CSV; empty: found. */
  readonly delimiter: string;
}

/** What is open. While other data is read, and where that failed, the older stays. */
interface DataState {
  readonly source: DataSource | null;
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

/** Milliseconds of reading after which the page may draw. */
const sliceMs = 8;

/** Counts what was opened, so that a newer reading ends an older one. */
let reading = 0;

/** Reads a file, or what was pasted. A newer call ends an older one. */
export function openData(source: DataSource): void {
  reading += 1;
  const { content, name } = source;
  const size = typeof content === 'string' ? content.length : content.size;
  if (size > maxBytes) {
    const failure = `“${name}” has more than ${sizeLimit}, so it was not read. Split it into parts.`;
    useData.setState({ isReading: false, failure });
    return;
  }
  useData.setState({ isReading: true, failure: null });
  read(source, reading).catch(() =>
    useData.setState({ isReading: false, failure: 'The data could not be read.' }),
  );
}

async function read(source: DataSource, mine: number): Promise<void> {
  const { content, name, delimiter } = source;
  const { decodeText, readData } = await chunk(() => import('./read-data.ts'));
  const text =
    typeof content === 'string' ? content : decodeText(new Uint8Array(await content.arrayBuffer()));
  const steps = readData(text, name, delimiter);
  let since = performance.now();
  for (;;) {
    if (isSuperseded(mine)) return;
    const step = steps.next();
    if (step.done === true) {
      const { value } = step;
      if (value.ok) useData.setState({ isReading: false, source, data: value.data });
      else useData.setState({ isReading: false, failure: value.message });
      return;
    }
    if (performance.now() - since < sliceMs) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  }
}

function isSuperseded(mine: number): boolean {
  return mine !== reading;
}

/** Takes the data off the page. */
export function closeData(): void {
  reading += 1;
  useData.setState({ source: null, data: null, isReading: false, failure: null });
}

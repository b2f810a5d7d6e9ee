// Open data set; never leaves the browser.
import { create } from 'zustand';
import { chunk } from '#ui/lazy-part.ts';
import type { DataSet } from './data-set.ts';
import type { DataSource } from './kept-source.ts';

/** Older data stays until other data is read. */
interface DataState {
  readonly source: DataSource | null;
  readonly data: DataSet | null;
  readonly isReading: boolean;
  readonly failure: string | null;
  /** The browser refused to store the source. */
  readonly isUnkept: boolean;
}

export const useData = create<DataState>(() => ({
  source: null,
  data: null,
  isReading: false,
  failure: null,
  isUnkept: false,
}));

const maxBytes = 64 * 1_024 * 1_024;

export const sizeLimit = '64 MiB';

const sliceMs = 8;

let reading = 0;

/** A newer call cancels an older one. */
export function openData(source: DataSource): void {
  reading += 1;
  const { content, name } = source;
  const size = typeof content === 'string' ? content.length : content.size;
  if (size > maxBytes) {
    const failure = `“${name}” is larger than ${sizeLimit}. Split it into parts.`;
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
      else
        useData.setState({
          isReading: false,
          failure: `Not opened: ${name || 'pasted rows'}. ${value.message}`,
        });
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

/** Reopens the data of the last visit, and keeps what is opened from now on. May reject. */
export async function keepData(): Promise<void> {
  const { keep, readKept } = await chunk(() => import('./kept-source.ts'));
  const kept = await readKept().catch(() => null);
  const save = async (source: DataSource | null) => {
    const isKept = await keep(source).then(
      () => true,
      () => false,
    );
    if (useData.getState().source !== source) return;
    useData.setState({ isUnkept: !isKept && source !== null });
    // A reload would open the data of before as if it were this.
    if (!isKept) await keep(null).catch(() => undefined);
  };
  useData.subscribe(({ source }, before) => {
    if (source !== before.source && source !== kept) void save(source);
  });
  const { source, isReading } = useData.getState();
  if (source !== null) await save(source);
  else if (kept !== null && !isReading) openData(kept);
}

export function closeData(): void {
  reading += 1;
  useData.setState({ source: null, data: null, isReading: false, failure: null, isUnkept: false });
}

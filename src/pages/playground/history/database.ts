// History in IndexedDB.
import type { DBSchema } from 'idb';
import { createDatabase, isOutOfRoom } from '#lib/database.ts';
import { textFile } from '#lib/text-file.ts';
import type { Batch } from './node.ts';
import { isLater, recordStores, type HistoryStorage } from './storage.ts';

/** Another build may have written the values. */
interface Schema extends DBSchema {
  nodes: { key: string; value: unknown };
  runs: { key: string; value: unknown };
  names: { key: string; value: unknown };
  presets: { key: string; value: unknown };
  recordings: { key: string; value: unknown };
}

const stores = [...recordStores, 'recordings'] as const;

const stateStores = ['nodes', 'runs', 'names', 'recordings'] as const;

/** Raised when a store is added. */
const version = 1;

let filesAreKept: Promise<boolean> | undefined;

/** After it, files count as unsupported. */
const triedMs = 3_000;

const openTrial = createDatabase<{ files: { key: string; value: unknown } }>(
  'inferdeck-file-trial',
  1,
  (opened) => void opened.createObjectStore('files'),
);

/** Uses its own database: in WebKit's private windows the transaction may hang and block later ones. */
async function tryFiles(): Promise<boolean> {
  const trial = await openTrial().catch(() => null);
  if (trial === null) return false;
  async function passFile(database: NonNullable<typeof trial>): Promise<boolean> {
    await database.put('files', new Blob(['x']), 'x');
    const file: unknown = await database.get('files', 'x');
    return file instanceof Blob && (await file.text()) === 'x';
  }
  const never = new Promise<boolean>((resolve) => setTimeout(resolve, triedMs, false));
  const isStored = await Promise.race([passFile(trial).catch(() => false), never]);
  trial.close();
  return isStored;
}

const open = createDatabase<Schema>('inferdeck-history', version, (opened, from) => {
  if (from < 1) for (const store of stores) opened.createObjectStore(store, { keyPath: 'id' });
});

export const historyDatabase: HistoryStorage = {
  async load() {
    const [keys, nodes, runs, names, presets] = await Promise.all([
      (await open()).getAllKeys('recordings'),
      readStore('nodes'),
      readStore('runs'),
      readStore('names'),
      readStore('presets'),
    ]);
    return {
      records: { nodes, runs, names, presets },
      recordingIds: keys.filter((key) => typeof key === 'string'),
    };
  },
  write,
  async readRecording(id) {
    const record = await (await open()).get('recordings', id);
    if (typeof record !== 'object' || record === null || !('text' in record)) return null;
    const { text, columns } = { columns: undefined, ...record };
    return text instanceof Blob || typeof text === 'string' ? { file: text, columns } : null;
  },
  async dropRecordings(ids) {
    const transaction = (await open()).transaction('recordings', 'readwrite');
    await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
  },
  async remove(ids, moved) {
    const transaction = (await open()).transaction(stateStores, 'readwrite');
    await Promise.all([
      ...ids.flatMap((id) => stateStores.map((store) => transaction.objectStore(store).delete(id))),
      ...moved.map((node) => transaction.objectStore('nodes').put(node)),
      transaction.done,
    ]);
  },
};

const pageLength = 250;

async function readStore(name: (typeof recordStores)[number]): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for (let range: IDBKeyRange | undefined; ;) {
    const { store } = (await open()).transaction(name);
    const [keys, page] = await Promise.all([
      store.getAllKeys(range, pageLength),
      store.getAll(range, pageLength),
    ]);
    for (const record of page) records.push(record);
    const last = keys.at(-1);
    if (last === undefined || keys.length < pageLength) return records;
    range = IDBKeyRange.lowerBound(last, true);
  }
}

async function write(batch: Batch): Promise<void> {
  // The browser would compress a megabyte string in one go and block frames.
  const recordings = await Promise.all(
    (batch.recordings ?? []).map(async ({ id, text, columns }) => ({
      id,
      columns,
      text: (await (filesAreKept ??= tryFiles())) ? await textFile(text) : text,
    })),
  );
  const transaction = (await open()).transaction(stores, 'readwrite');
  const put = async (store: (typeof stores)[number], record: unknown) =>
    void (await transaction.objectStore(store).put(record));
  const putLater = async (
    store: 'names' | 'presets',
    record: { readonly id: string; readonly at: number },
  ) => {
    if (isLater(record, await transaction.objectStore(store).get(record.id))) await put(store, record);
  };
  const settled = await Promise.allSettled([
    ...(batch.nodes ?? []).map((node) => put('nodes', node)),
    ...(batch.runs ?? []).map((run) => put('runs', run)),
    ...(batch.names ?? []).map((name) => putLater('names', name)),
    ...(batch.presets ?? []).map((preset) => putLater('presets', preset)),
    ...recordings.map((recording) => put('recordings', recording)),
  ]);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed === undefined) return transaction.done;
  // A full storage has aborted it; a throwing put leaves it open.
  try {
    transaction.abort();
  } catch {}
  await transaction.done.catch(() => undefined);
  // Only the transaction's error reports a full storage.
  throw isOutOfRoom(transaction.error) ? transaction.error : failed.reason;
}

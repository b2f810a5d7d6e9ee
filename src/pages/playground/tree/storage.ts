// Where history is kept, as the page needs it; and the one that keeps it in memory, which private windows really use.
import type { Batch, NodeRecord } from './node.ts';

/** The kinds of records, and the stores that hold them. Recordings are apart: the list is read without them. */
export const recordStores = ['nodes', 'runs', 'names', 'presets'] as const;

/** Everything but the recordings, unread: it may be damaged, or from another build. */
export interface StoredRecords {
  readonly records: Readonly<Record<(typeof recordStores)[number], readonly unknown[]>>;
  /** The nodes whose recordings are kept. */
  readonly recordingIds: readonly string[];
}

/** A place for history. Every operation may reject; nothing is then half written. */
export interface HistoryStorage {
  load: () => Promise<StoredRecords>;
  /** Adds records, or replaces those of the same id; a name or preset never replaces a later one. */
  write: (batch: Batch) => Promise<void>;
  /** The text of a recording; null where there is none. */
  readRecording: (id: string) => Promise<string | null>;
  dropRecordings: (ids: readonly string[]) => Promise<void>;
  /** Deletes states with all that belongs to them, and writes those that have another parent now: all of it, or nothing. */
  remove: (ids: readonly string[], moved: readonly NodeRecord[]) => Promise<void>;
}

/** A place that lasts as long as the page. */
export interface MemoryStorage extends HistoryStorage {
  /** All that it holds. */
  contents: () => Required<Batch>;
  /** Lets go of these records, but for those that others have replaced meanwhile. */
  forget: (batch: Required<Batch>) => void;
  isEmpty: () => boolean;
}

/** Keeps everything in memory. */
export function createMemoryStorage(): MemoryStorage {
  const stores = createStores();
  const { nodes, runs, names, presets, recordings } = stores;
  const contents = () => ({
    nodes: [...nodes.values()],
    runs: [...runs.values()],
    names: [...names.values()],
    presets: [...presets.values()],
    recordings: Array.from(recordings, ([id, text]) => ({ id, text })),
  });
  return {
    async load() {
      return { records: contents(), recordingIds: [...recordings.keys()] };
    },
    async write(batch) {
      for (const node of batch.nodes ?? []) nodes.set(node.id, node);
      for (const run of batch.runs ?? []) runs.set(run.id, run);
      for (const name of batch.names ?? []) if (isLater(name, names.get(name.id))) names.set(name.id, name);
      for (const preset of batch.presets ?? [])
        if (isLater(preset, presets.get(preset.id))) presets.set(preset.id, preset);
      for (const { id, text } of batch.recordings ?? []) recordings.set(id, text);
    },
    async readRecording(id) {
      return recordings.get(id) ?? null;
    },
    async dropRecordings(ids) {
      for (const id of ids) recordings.delete(id);
    },
    async remove(ids, moved) {
      for (const id of ids) for (const store of [nodes, runs, names, recordings]) store.delete(id);
      for (const node of moved) nodes.set(node.id, node);
    },
    contents,
    forget(batch) {
      for (const name of recordStores)
        for (const record of batch[name])
          if (stores[name].get(record.id) === record) stores[name].delete(record.id);
      for (const { id, text } of batch.recordings) if (recordings.get(id) === text) recordings.delete(id);
    },
    isEmpty: () => Object.values(stores).every(({ size }) => size === 0),
  };
}

/** Whether a record is to replace what is there: a later one, or the first. @param before as it was stored, unread */
export function isLater(record: { readonly at: number }, before: unknown): boolean {
  if (typeof before !== 'object' || before === null || !('at' in before)) return true;
  return typeof before.at !== 'number' || before.at < record.at;
}

function createStores() {
  return {
    nodes: new Map<string, NonNullable<Batch['nodes']>[number]>(),
    runs: new Map<string, NonNullable<Batch['runs']>[number]>(),
    names: new Map<string, NonNullable<Batch['names']>[number]>(),
    presets: new Map<string, NonNullable<Batch['presets']>[number]>(),
    recordings: new Map<string, string>(),
  };
}

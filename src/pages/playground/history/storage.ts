// History storage interface, in-memory storage, fallback.
import { DatabaseBusyError, isOutOfRoom } from '#lib/database.ts';
import type { RecordingFile } from '#run/recording-file.ts';
import type { Batch, NameRecord, NodeRecord, PresetRecord, RunRecord } from './node.ts';

/** The list loads without recordings. */
export const recordStores = ['nodes', 'runs', 'names', 'presets'] as const;

/** May be damaged or from another build. */
interface StoredRecords {
  readonly records: Readonly<Record<(typeof recordStores)[number], readonly unknown[]>>;
  readonly recordingIds: readonly string[];
}

interface StoredRecording {
  readonly file: RecordingFile;
  /** For `readColumns`, if the recording is long. */
  readonly columns?: unknown;
}

/** Any call may reject; nothing is then half written. */
export interface HistoryStorage {
  load: () => Promise<StoredRecords>;
  /** Replaces by id; a name, note or preset never replaces a later one. */
  write: (batch: Batch) => Promise<void>;
  readRecording: (id: string) => Promise<StoredRecording | null>;
  dropRecordings: (ids: readonly string[]) => Promise<void>;
  /** Atomic. @param moved reparented children */
  remove: (ids: readonly string[], moved: readonly NodeRecord[]) => Promise<void>;
}

interface MemoryStorage extends HistoryStorage {
  contents: () => Required<Batch>;
  /** Replaces those that are here. */
  renew: (nodes: readonly NodeRecord[]) => void;
  /** Keeps records that were replaced meanwhile. */
  forget: (batch: Required<Batch>) => void;
  isEmpty: () => boolean;
}

export function createMemoryStorage(): MemoryStorage {
  const stores = {
    nodes: new Map<string, NodeRecord>(),
    runs: new Map<string, RunRecord>(),
    names: new Map<string, NameRecord>(),
    presets: new Map<string, PresetRecord>(),
    recordings: new Map<string, string>(),
  };
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
      const file = recordings.get(id);
      return file === undefined ? null : { file };
    },
    async dropRecordings(ids) {
      for (const id of ids) recordings.delete(id);
    },
    async remove(ids, moved) {
      for (const id of ids) for (const store of [nodes, runs, names, recordings]) store.delete(id);
      for (const node of moved) nodes.set(node.id, node);
    },
    contents,
    renew(changed) {
      for (const node of changed) if (nodes.has(node.id)) nodes.set(node.id, node);
    },
    forget(batch) {
      for (const name of recordStores)
        for (const record of batch[name])
          if (stores[name].get(record.id) === record) stores[name].delete(record.id);
      for (const { id, text } of batch.recordings) if (recordings.get(id) === text) recordings.delete(id);
    },
    isEmpty: () => Object.values(stores).every(({ size }) => size === 0),
  };
}

/** True without a stored record, too. @param before unparsed */
export function isLater(record: { readonly at: number }, before: unknown): boolean {
  if (typeof before !== 'object' || before === null || !('at' in before)) return true;
  return typeof before.at !== 'number' || before.at < record.at;
}

/** Of a record that is later than `before`, which an import may have dated by a clock that is ahead. */
export function timeAfter(before: { readonly at: number } | undefined, atMs = Date.now()): number {
  return Math.max(atMs, (before?.at ?? 0) + 1);
}

/** `outdated`: upgraded by a newer build; `failed`: may succeed on retry. */
export type Trouble = 'blocked' | 'full' | 'outdated' | 'failed';

/** Never rejects. */
export interface FallbackStorage extends HistoryStorage {
  trouble: () => Trouble | null;
  retry: () => Promise<void>;
}

/**
 * Writes what is only in memory with the next successful write.
 * @param storage may reject
 * @param onTrouble called whenever `trouble` changes
 */
export function withMemoryFallback(storage: HistoryStorage, onTrouble: () => void): FallbackStorage {
  const memory = createMemoryStorage();
  // Deleted here, not yet in storage.
  const undeleted = new Set<string>();
  const undropped = new Set<string>();
  let trouble: Trouble | null = null;

  function note(next: Trouble | null): void {
    if (next === trouble) return;
    trouble = next;
    onTrouble();
  }

  async function retry(): Promise<void> {
    const waiting = memory.contents();
    const [deleted, dropped] = [[...undeleted], [...undropped]];
    try {
      if (deleted.length > 0) await storage.remove(deleted, []);
      if (dropped.length > 0) await storage.dropRecordings(dropped);
      for (const id of deleted) undeleted.delete(id);
      for (const id of dropped) undropped.delete(id);
      await storage.write(waiting);
    } catch (error) {
      return note(troubleOf(error));
    }
    memory.forget(waiting);
    return memory.isEmpty() ? note(null) : undefined;
  }

  return {
    trouble: () => trouble,
    async load() {
      try {
        return await storage.load();
      } catch (error) {
        note(troubleOf(error));
        return memory.load();
      }
    },
    async write(batch) {
      // A state restored from a file must not be deleted.
      for (const { id } of batch.nodes ?? []) undeleted.delete(id);
      for (const { id } of batch.recordings ?? []) undropped.delete(id);
      // What waits is written later, over this.
      memory.renew(batch.nodes ?? []);
      try {
        await storage.write(batch);
      } catch (error) {
        note(troubleOf(error));
        const { recordings = [], ...rest } = batch;
        await memory.write({ recordings });
        // Recordings are the largest part: the rest often fits.
        return storage.write(rest).catch(() => memory.write(rest));
      }
      return trouble === null ? undefined : retry();
    },
    async readRecording(id) {
      return (await memory.readRecording(id)) ?? storage.readRecording(id).catch(() => null);
    },
    async dropRecordings(ids) {
      await memory.dropRecordings(ids);
      await storage.dropRecordings(ids).catch((error: unknown) => {
        for (const id of ids) undropped.add(id);
        note(troubleOf(error));
      });
    },
    async remove(ids, moved) {
      await memory.remove(ids, []);
      memory.renew(moved);
      await storage.remove(ids, moved).catch(async (error: unknown) => {
        for (const id of ids) undeleted.add(id);
        await memory.remove([], moved);
        note(troubleOf(error));
      });
    },
    retry,
  };
}

function troubleOf(error: unknown): Trouble {
  if (isOutOfRoom(error)) return 'full';
  if (error instanceof DatabaseBusyError) return 'failed';
  if (!(error instanceof DOMException)) return 'blocked';
  if (error.name === 'VersionError') return 'outdated';
  return error.name === 'SecurityError' || error.name === 'InvalidStateError' ? 'blocked' : 'failed';
}

export const troubleWords: Readonly<Record<Trouble, string>> = {
  blocked:
    'This browser does not let the page store history, as in a private window. It is lost when the page is closed; export what you need.',
  full: 'Browser storage for history is full. New entries are lost when the page is closed; export them, or free space in the History tab.',
  outdated:
    'A newer version of this page has taken over the history. New entries here are lost when the page is closed; export them, then reload the page.',
  failed:
    'History could not be saved. It is retried with the next change; until then, new entries are lost when the page is closed.',
};

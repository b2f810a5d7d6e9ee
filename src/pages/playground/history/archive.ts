// History archive, synced between tabs.
import type * as z from 'zod/mini';
import { createYieldToPage } from '#lib/yield-to-page.ts';
import { type Batch, NodeRecord, PresetRecord, NameRecord, RunRecord } from './node.ts';
import { Tree } from './tree.ts';
import { type HistoryStorage, type FallbackStorage, type Trouble, isLater, recordStores } from './storage.ts';

/** Mutated in place; observe it by `subscribe` and `version`. */
export interface Archive {
  readonly tree: Tree;
  /** Includes deleted presets. */
  readonly presets: ReadonlyMap<string, PresetRecord>;
  /** Nodes with a stored recording. */
  readonly recordingIds: ReadonlySet<string>;
  damaged: () => number;
  trouble: () => Trouble | null;
  /** Yields to the page. Never rejects. */
  load: (yieldToPage?: () => Promise<void> | undefined) => Promise<void>;
  /** Adds at once; resolves once stored, to how many states are new. Never rejects. */
  add: (batch: Batch) => Promise<number>;
  /** @param message from another tab, unparsed */
  receive: (message: unknown) => void;
  recording: HistoryStorage['readRecording'];
  /** Permanent; summaries stay. */
  dropRecordings: (ids: readonly string[]) => Promise<void>;
  /** In every tab; children stay. */
  remove: (ids: ReadonlySet<string>) => Promise<void>;
  changed: () => void;
  subscribe: (listener: () => void) => () => void;
  version: () => number;
}

/** @param broadcast posts a message to the other tabs */
export function createArchive(
  makeStorage: (onTrouble: () => void) => FallbackStorage,
  broadcast: (message: unknown) => void,
): Archive {
  const tree = new Tree();
  const presets = new Map<string, PresetRecord>();
  const recordingIds = new Set<string>();
  const listeners = new Set<() => void>();
  /** While stored records load. */
  const deletedMeanwhile = new Set<string>();
  let version = 0;
  let damaged = 0;

  function changed(): void {
    version += 1;
    for (const listener of listeners) listener();
  }
  const storage = makeStorage(changed);

  function take(batch: Batch, recordings: Iterable<string>): number {
    const added = tree.merge(batch);
    for (const preset of batch.presets ?? [])
      if (isLater(preset, presets.get(preset.id))) presets.set(preset.id, preset);
    for (const id of recordings) recordingIds.add(id);
    return added;
  }

  function merge(batch: Batch, recordings: Iterable<string>): number {
    const added = take(batch, recordings);
    changed();
    return added;
  }

  function forget(ids: ReadonlySet<string>): NodeRecord[] {
    for (const id of ids) {
      deletedMeanwhile.add(id);
      recordingIds.delete(id);
    }
    return tree.remove(ids);
  }

  return {
    tree,
    presets,
    recordingIds,
    damaged: () => damaged,
    trouble: storage.trouble,
    async load(yieldToPage = createYieldToPage()) {
      damaged = 0;
      deletedMeanwhile.clear();
      const { records, recordingIds: ids } = await storage.load();
      for (const kind of recordStores) {
        for (let from = 0; from < records[kind].length; from += sliceLength) {
          const read = readRecords({ [kind]: records[kind].slice(from, from + sliceLength) });
          damaged += read.damaged;
          take(read.batch, []);
          await yieldToPage();
        }
      }
      take({}, ids);
      forget(deletedMeanwhile);
      changed();
    },
    async add(batch) {
      const ids = (batch.recordings ?? []).map(({ id }) => id);
      const added = merge(batch, ids);
      await storage.write(batch);
      const { recordings: _, ...rest } = batch;
      broadcast({ ...rest, recordingIds: ids });
      return added;
    },
    receive(message) {
      const idsOf = (name: string) => listOf(message, name).filter((id) => typeof id === 'string');
      forget(new Set(idsOf('deletedIds')));
      for (const id of idsOf('droppedIds')) recordingIds.delete(id);
      merge(readRecords(message).batch, idsOf('recordingIds'));
    },
    recording: storage.readRecording,
    async dropRecordings(ids) {
      for (const id of ids) recordingIds.delete(id);
      await storage.dropRecordings(ids);
      broadcast({ droppedIds: ids });
      await storage.retry();
      changed();
    },
    async remove(ids) {
      const moved = forget(ids);
      changed();
      await storage.remove([...ids], moved);
      broadcast({ deletedIds: [...ids] });
      await storage.retry();
    },
    changed,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}

const sliceLength = 100;

export interface ReadRecords {
  readonly batch: Required<Omit<Batch, 'recordings'>>;
  readonly damaged: number;
}

/** @param records unparsed; what is no list is empty */
export function readRecords(records: unknown): ReadRecords {
  let damaged = 0;
  function each<Schema extends z.ZodMiniType>(schema: Schema, name: string) {
    return listOf(records, name).flatMap((value) => {
      const parsed = schema.safeParse(value);
      if (parsed.success) return [parsed.data];
      damaged += 1;
      return [];
    });
  }
  const batch = {
    nodes: each(NodeRecord, 'nodes'),
    runs: each(RunRecord, 'runs'),
    names: each(NameRecord, 'names'),
    presets: each(PresetRecord, 'presets'),
  };
  return { batch, damaged };
}

export function listOf(records: unknown, name: string): readonly unknown[] {
  if (typeof records !== 'object' || records === null) return [];
  const list = new Map<string, unknown>(Object.entries(records)).get(name);
  return Array.isArray(list) ? list : [];
}

// Storage that cannot fail: what the browser refuses is kept in memory, and the page hears why.
import type { Batch } from './node.ts';
import { createMemoryStorage, type HistoryStorage } from './storage.ts';

/** Why something is kept in memory only. */
export type Trouble = 'blocked' | 'full' | 'lost';

/** Storage whose operations never reject. */
export interface ShelteredStorage extends HistoryStorage {
  /** Null while all is kept. */
  trouble: () => Trouble | null;
  /** Tries once more to keep what is in memory only. */
  retry: () => Promise<void>;
}

/**
 * Opens the storage at the first use.
 * @param open may reject: then everything stays in memory; it calls `onLost` when the storage closes by itself
 * @param onTrouble is called whenever `trouble` changes
 */
export function shelterStorage(
  open: (onLost: () => void) => Promise<HistoryStorage>,
  onTrouble: () => void,
): ShelteredStorage {
  const memory = createMemoryStorage();
  let trouble: Trouble | null = null;
  let opening: Promise<HistoryStorage | null> | undefined;
  let isLost = false;

  function note(next: Trouble | null): void {
    if (next === trouble) return;
    trouble = next;
    onTrouble();
  }

  async function browser(): Promise<HistoryStorage | null> {
    opening ??= open(() => {
      isLost = true;
      note('lost');
    }).catch(() => {
      note('blocked');
      return null;
    });
    const opened = await opening;
    return isLost ? null : opened;
  }

  async function write(batch: Batch): Promise<void> {
    const place = await browser();
    if (place === null) return memory.write(batch);
    try {
      await place.write(batch);
    } catch (error) {
      note(isQuota(error) ? 'full' : 'lost');
      const { recordings = [], ...rest } = batch;
      await memory.write({ recordings });
      // The recordings are by far the largest part: the rest often still fits.
      await place.write(rest).catch(() => memory.write(rest));
    }
  }

  return {
    trouble: () => trouble,
    async load() {
      const place = await browser();
      try {
        return await (place ?? memory).load();
      } catch {
        note('lost');
        return memory.load();
      }
    },
    write,
    async readRecording(id) {
      const kept = await memory.readRecording(id);
      if (kept !== null) return kept;
      const place = await browser();
      return place === null ? null : place.readRecording(id).catch(() => null);
    },
    async dropRecordings(ids) {
      await memory.dropRecordings(ids);
      const place = await browser();
      await place?.dropRecordings(ids).catch(() => note('lost'));
    },
    async remove(ids, moved) {
      await memory.remove(ids, []);
      const place = await browser();
      if (place === null) return memory.remove([], moved);
      await place.remove(ids, moved).catch(() => note('lost'));
    },
    async retry() {
      const place = await browser();
      if (place === null) return;
      const batch = memory.contents();
      memory.clear();
      note(null);
      await write(batch);
    },
  };
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

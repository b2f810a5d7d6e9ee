// Storage that cannot fail: what the browser refuses is kept in memory, and the page hears why.
import { DatabaseBusyError, isOutOfRoom } from '#lib/database.ts';
import { createMemoryStorage, type HistoryStorage } from './storage.ts';

/**
 * Why something is kept in memory only: the browser refuses storage, has no room, or a newer build has taken the history
 * over; `failed`: whatever else went wrong, and may go right the next time.
 */
export type Trouble = 'blocked' | 'full' | 'outdated' | 'failed';

/** Storage whose operations never reject. */
export interface ShelteredStorage extends HistoryStorage {
  /** Null while all is kept. */
  trouble: () => Trouble | null;
  /** Tries once more to keep what is in memory only. */
  retry: () => Promise<void>;
}

/**
 * What could not be written is written with the next thing that can be.
 * @param place may reject
 * @param onTrouble is called whenever `trouble` changes
 */
export function shelterStorage(place: HistoryStorage, onTrouble: () => void): ShelteredStorage {
  const memory = createMemoryStorage();
  // Deleted here, but not yet there.
  const undeleted = new Set<string>();
  const undropped = new Set<string>();
  let trouble: Trouble | null = null;

  function note(next: Trouble | null): void {
    if (next === trouble) return;
    trouble = next;
    onTrouble();
  }

  /** Deletes and writes what was only in memory. It stays there until it is written. */
  async function retry(): Promise<void> {
    const waiting = memory.contents();
    const [deleted, dropped] = [[...undeleted], [...undropped]];
    try {
      if (deleted.length > 0) await place.remove(deleted, []);
      if (dropped.length > 0) await place.dropRecordings(dropped);
      for (const id of deleted) undeleted.delete(id);
      for (const id of dropped) undropped.delete(id);
      await place.write(waiting);
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
        return await place.load();
      } catch (error) {
        note(troubleOf(error));
        return memory.load();
      }
    },
    async write(batch) {
      // What comes back, as from a file, is no longer to be deleted.
      for (const { id } of batch.nodes ?? []) undeleted.delete(id);
      for (const { id } of batch.recordings ?? []) undropped.delete(id);
      try {
        await place.write(batch);
      } catch (error) {
        note(troubleOf(error));
        const { recordings = [], ...rest } = batch;
        await memory.write({ recordings });
        // The recordings are by far the largest part: the rest often still fits.
        return place.write(rest).catch(() => memory.write(rest));
      }
      return trouble === null ? undefined : retry();
    },
    async readRecording(id) {
      return (await memory.readRecording(id)) ?? place.readRecording(id).catch(() => null);
    },
    async dropRecordings(ids) {
      await memory.dropRecordings(ids);
      await place.dropRecordings(ids).catch((error: unknown) => {
        for (const id of ids) undropped.add(id);
        note(troubleOf(error));
      });
    },
    async remove(ids, moved) {
      await memory.remove(ids, []);
      await place.remove(ids, moved).catch(async (error: unknown) => {
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

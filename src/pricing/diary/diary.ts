// The diary: what prices and availability were at earlier visits, kept in this browser and nowhere else.
import { openDB, type DBSchema } from 'idb';
import { differences, Snapshot } from './snapshot.ts';

interface Schema extends DBSchema {
  pages: { key: number; value: unknown; indexes: { byKind: [string, string, number] } };
}

/** Raised when a store changes. */
const version = 1;

/** A page without a change is written this long after the one before, so that sparklines know that nothing happened. */
const quietMs = 24 * 3_600_000;

/** The same for a page that was asked for a model: how old its answer is counts for more. */
const askedQuietMs = 10 * 60_000;

/** Pages of one connection and kind that are read back. */
const readLimit = 1_000;

/** What the diary offers. It never rejects: where storage is blocked or full it lives in memory. */
export interface Diary {
  /** Writes a page where something changed, or a day went by. */
  write: (page: Snapshot) => Promise<void>;
  /** The pages of a connection, oldest first. */
  pages: (connectionId: string, kind: Snapshot['kind']) => Promise<readonly Snapshot[]>;
  /** Whether what is written outlives this page. */
  isKept: () => boolean;
}

/** Opens the diary of this browser at its first use. */
export function createDiary(open: () => ReturnType<typeof openPages> = openPages): Diary {
  const memory: Snapshot[] = [];
  let opening: Promise<Awaited<ReturnType<typeof openPages>> | null> | undefined;
  let isKept = true;

  async function place() {
    opening ??= open().catch(() => {
      isKept = false;
      return null;
    });
    return opening;
  }

  async function pages(connectionId: string, kind: Snapshot['kind']): Promise<readonly Snapshot[]> {
    const own = memory.filter((page) => page.connectionId === connectionId && page.kind === kind);
    try {
      const database = await place();
      if (database === null) return own;
      const range = IDBKeyRange.bound([connectionId, kind, 0], [connectionId, kind, Number.MAX_SAFE_INTEGER]);
      const found = await database.getAllFromIndex('pages', 'byKind', range);
      const read = found.slice(-readLimit).flatMap((value) => Snapshot.safeParse(value).data ?? []);
      return [...read, ...own].toSorted((one, other) => one.atMs - other.atMs);
    } catch {
      isKept = false;
      return own;
    }
  }

  return {
    pages,
    async write(page) {
      const last = (await pages(page.connectionId, page.kind)).at(-1);
      if (last && page.atMs - last.atMs < quietOf(page) && isSame(last, page)) return;
      try {
        const database = await place();
        if (database === null) memory.push(page);
        else await database.add('pages', page);
      } catch {
        isKept = false;
        memory.push(page);
      }
    },
    isKept: () => isKept,
  };
}

// A list that was asked for a model, or for another one, says more than the page before: that is worth a page.
function isSame(last: Snapshot, page: Snapshot): boolean {
  const saysMore = Object.entries(page.records).some(([id, figures]) =>
    Object.keys(figures).some((field) => last.records[id]?.[field] === undefined),
  );
  return !saysMore && differences(last, page).length === 0;
}

function quietOf({ records }: Snapshot): number {
  const isAsked = Object.values(records).some((figures) =>
    Object.keys(figures).some((field) => field.startsWith('availability ')),
  );
  return isAsked ? askedQuietMs : quietMs;
}

function openPages() {
  return openDB<Schema>('inferdeck-diary', version, {
    upgrade(database, from) {
      if (from >= 1) return;
      const store = database.createObjectStore('pages', { autoIncrement: true });
      store.createIndex('byKind', ['connectionId', 'kind', 'atMs']);
    },
  });
}

// Where the pages of a diary lie: in this browser's database, or in memory where that is blocked or full.
import { openDB, type DBSchema } from 'idb';
import type { KeptPage } from './keep.ts';
import { Snapshot } from './snapshot.ts';

interface Schema extends DBSchema {
  pages: { key: number; value: unknown; indexes: { byKind: [string, string, number] } };
}

/** Raised when a store changes. */
const version = 1;

/** The pages of all connections. It never rejects. */
export interface PageStore {
  /** Of one connection and list, oldest first; what cannot be read is left out. */
  read: (connectionId: string, kind: Snapshot['kind']) => Promise<readonly KeptPage[]>;
  /** @returns the key of the page */
  add: (page: Snapshot) => Promise<number>;
  remove: (keys: readonly number[]) => Promise<void>;
  /** Whether what was added outlives this page. */
  isKept: () => boolean;
}

/** Opens the database at its first use. */
export function createPageStore(open: () => ReturnType<typeof openPages> = openPages): PageStore {
  let opening: Promise<Awaited<ReturnType<typeof openPages>> | null> | undefined;
  let isKept = true;
  // Pages that were not stored have keys of their own, below zero.
  let lastKey = 0;

  /** What the database answers, else the other value, once it has failed. */
  async function ask<Value>(
    question: (database: Awaited<ReturnType<typeof openPages>>) => Promise<Value>,
    otherwise: () => Value,
  ): Promise<Value> {
    try {
      opening ??= open().catch(() => null);
      const database = await opening;
      if (database !== null) return await question(database);
    } catch {
      // Said by isKept.
    }
    isKept = false;
    return otherwise();
  }

  return {
    read: (connectionId, kind) =>
      ask(
        async (database) => {
          const range = IDBKeyRange.bound([connectionId, kind, 0], [connectionId, kind, Infinity]);
          const found: KeptPage[] = [];
          let cursor = await database.transaction('pages').store.index('byKind').openCursor(range);
          while (cursor !== null) {
            const page = Snapshot.safeParse(cursor.value).data;
            if (page !== undefined) found.push({ key: cursor.primaryKey, page });
            cursor = await cursor.continue();
          }
          return found;
        },
        () => [],
      ),
    add: (page) =>
      ask(
        (database) => database.add('pages', page),
        () => --lastKey,
      ),
    remove: (keys) =>
      ask(
        async (database) => {
          const { store, done } = database.transaction('pages', 'readwrite');
          await Promise.all([...keys.filter((key) => key > 0).map((key) => store.delete(key)), done]);
        },
        () => undefined,
      ),
    isKept: () => isKept,
  };
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

// Where the pages of a diary lie: in this browser's database, or in memory where that is blocked or full.
import type { DBSchema, IDBPDatabase } from 'idb';
import { createDatabase } from '#lib/database.ts';
import type { KeptPage } from './keep.ts';
import { Snapshot } from './snapshot.ts';

interface Schema extends DBSchema {
  pages: { key: number; value: unknown; indexes: { byKind: [string, string, number] } };
}

/** Raised when a store changes. */
const version = 1;

const openPages = createDatabase<Schema>('inferdeck-diary', version, (database, from) => {
  if (from >= 1) return;
  const store = database.createObjectStore('pages', { autoIncrement: true });
  store.createIndex('byKind', ['connectionId', 'kind', 'atMs']);
});

/** The pages of all connections. It never rejects. */
export interface PageStore {
  /** Of one connection and list, oldest first; what cannot be read is left out. */
  read: (connectionId: string, kind: Snapshot['kind']) => Promise<readonly KeptPage[]>;
  /** @returns the key of the page */
  add: (page: Snapshot) => Promise<number>;
  remove: (keys: readonly number[]) => Promise<void>;
  /** Whether what was added last outlives this page. */
  isKept: () => boolean;
}

export function createPageStore(open: () => Promise<IDBPDatabase<Schema>> = openPages): PageStore {
  let isKept = true;
  // Pages that were not stored have keys of their own, below zero.
  let lastKey = 0;

  /** What the database answers, else the other value; the next question is asked all the same. */
  async function ask<Value>(
    question: (database: IDBPDatabase<Schema>) => Promise<Value>,
    otherwise: () => Value,
  ): Promise<Value> {
    try {
      const answer = await question(await open());
      isKept = true;
      return answer;
    } catch {
      isKept = false;
      return otherwise();
    }
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

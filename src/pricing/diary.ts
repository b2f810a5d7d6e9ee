// The diary: what prices and availability were at earlier visits, kept in this browser and nowhere else.
import type { DBSchema, IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { createDatabase } from '#lib/database.ts';
import { stored } from '#lib/stored.ts';
import { Snapshot } from './snapshot.ts';

/** What the diary offers. It never rejects: where storage is blocked or full it lives in memory. */
interface Diary {
  /** Writes a page, and drops what need not be kept beside it; a page that is no newer than the last one changes nothing. */
  write: (page: Snapshot) => Promise<void>;
  /** The pages of a connection, oldest first. */
  pages: (connectionId: string, kind: Snapshot['kind']) => Promise<readonly Snapshot[]>;
  /** Whether what is written outlives this page. */
  isKept: () => boolean;
}

/** The diary of this browser. Each list is read once a tab; another tab's pages are seen after a reload. */
export function createDiary(open?: Parameters<typeof createPageStore>[0]): Diary {
  const store = createPageStore(open);
  const lists = new Map<string, Promise<readonly KeptPage[]>>();

  async function listOf({ connectionId, kind }: Pick<Snapshot, 'connectionId' | 'kind'>) {
    const name = JSON.stringify([connectionId, kind]);
    const list = lists.get(name) ?? store.read(connectionId, kind);
    lists.set(name, list);
    return list;
  }

  async function written(before: Promise<readonly KeptPage[]>, page: Snapshot) {
    const kept = await before;
    const keeping = keepPage(kept, page);
    if (keeping === null) return kept;
    const gone = [...(keeping.replaced === null ? [] : [keeping.replaced]), ...keeping.removed];
    const key = await store.add(page);
    if (gone.length > 0) await store.remove(gone);
    const dropped = new Set(gone);
    return [...kept.filter((each) => !dropped.has(each.key)), { key, page }].toSorted(
      (one, other) => one.page.atMs - other.page.atMs,
    );
  }

  return {
    async write(page) {
      // One after another: a page is compared with the one before it.
      const next = written(listOf(page), page);
      lists.set(JSON.stringify([page.connectionId, page.kind]), next);
      await next;
    },
    async pages(connectionId, kind) {
      return (await listOf({ connectionId, kind })).map(({ page }) => page);
    },
    isKept: store.isKept,
  };
}

/** A page with the key that it is stored under. */
export interface KeptPage {
  readonly key: number;
  readonly page: Snapshot;
}

/** Nothing older is kept. */
export const longestDays = 366;

/** Whole lists of one service, with their prices; as many answers for models, which say nothing of prices. Fewer where a list has thousands of records. */
export const mostPages = 500;

/** Records on each of these two kinds of pages; some lists, and some answers for every model, are kept however long they are. */
const mostRecords = 200_000;
const fewestPages = 20;

/** What a new page does to those that are kept. */
interface Keeping {
  /** The page that the new one takes the place of: the last of several that say the same. Null where it comes beside them. */
  readonly replaced: number | null;
  /** What is too old, or too many. */
  readonly removed: readonly number[];
}

/**
 * @param kept of one connection and list, oldest first
 * @returns null where the page is no newer than what is kept of the same answer
 */
export function keepPage(kept: readonly KeptPage[], page: Snapshot): Keeping | null {
  const own = kept.filter((each) => each.page.model === page.model);
  const [before, last] = [own.at(-2), own.at(-1)];
  if (last !== undefined && page.atMs <= last.page.atMs) return null;
  const isThird =
    last !== undefined && before !== undefined && isEqual(before.page, last.page) && isEqual(last.page, page);
  const replaced = isThird ? last.key : null;
  const staying = kept.filter(({ key }) => key !== replaced);
  const oldestMs = page.atMs - longestDays * 24 * 3_600_000;
  const isList = page.model === undefined;
  // Prices and availability do not push each other out.
  const alike = staying.filter((each) => (each.page.model === undefined) === isList);
  const tooMany = alike.length + 1 - pagesFor(page);
  const dropped = new Set(isList ? alike.slice(0, Math.max(0, tooMany)) : mostOften(alike, tooMany));
  const removed = staying.filter((each) => dropped.has(each) || each.page.atMs < oldestMs);
  return { replaced, removed: removed.map(({ key }) => key) };
}

/** The oldest pages of the models that have the most: one that changes every minute does not push the others out. */
function mostOften(pages: readonly KeptPage[], count: number): readonly KeptPage[] {
  const byModel = new Map<string | undefined, KeptPage[]>();
  for (const each of pages) byModel.set(each.page.model, [...(byModel.get(each.page.model) ?? []), each]);
  const dropped: KeptPage[] = [];
  while (dropped.length < count) {
    const longest = [...byModel.values()].reduce((most, own) => (own.length > most.length ? own : most));
    // The newest answer for a model stays: it is what the matrix shows.
    const oldest = longest.length > 1 ? longest.shift() : undefined;
    if (oldest === undefined) return dropped;
    dropped.push(oldest);
  }
  return dropped;
}

function pagesFor({ records }: Snapshot): number {
  const count = Math.max(1, Object.keys(records).length);
  return Math.min(mostPages, Math.max(fewestPages, Math.floor(mostRecords / count)));
}

function isEqual(one: Snapshot, other: Snapshot): boolean {
  const [ids, otherIds] = [Object.keys(one.records), Object.keys(other.records)];
  if (ids.length !== otherIds.length) return false;
  return ids.every((id) => {
    const [figures, others] = [one.records[id] ?? {}, other.records[id]];
    if (others === undefined || Object.keys(figures).length !== Object.keys(others).length) return false;
    return Object.entries(figures).every(([field, value]) => others[field] === value);
  });
}

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
interface PageStore {
  /** Of one connection and list, oldest first; what cannot be read is left out. */
  read: (connectionId: string, kind: Snapshot['kind']) => Promise<readonly KeptPage[]>;
  /** @returns the key of the page */
  add: (page: Snapshot) => Promise<number>;
  remove: (keys: readonly number[]) => Promise<void>;
  /** Whether what was added last outlives this page. */
  isKept: () => boolean;
}

function createPageStore(open: () => Promise<IDBPDatabase<Schema>> = openPages): PageStore {
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

/** Milliseconds since 1970. */
const Visit = z.object({
  startedMs: z.number(),
  seenMs: z.number(),
  /** When the visit before this one was last seen; null on the first. */
  previousMs: z.nullable(z.number()),
});

/** A visit to a list of one connection. */
export type Visit = z.infer<typeof Visit>;

const pauseMs = 30 * 60_000;

/** The visit that goes on at a time: the kept one, or a new one after a pause. */
export function nextVisit(kept: Visit | undefined, nowMs: number): Visit {
  if (kept === undefined) return { startedMs: nowMs, seenMs: nowMs, previousMs: null };
  if (nowMs - kept.seenMs < pauseMs) return { ...kept, seenMs: Math.max(kept.seenMs, nowMs) };
  return { startedMs: nowMs, seenMs: nowMs, previousMs: kept.seenMs };
}

const Visits = z.record(z.string(), Visit);

/** Visits of all connections to one list, kept in this browser. @param list "models", "hardware" */
export function keepVisits(list: string) {
  const entry = stored<z.infer<typeof Visits>>({
    key: `inferdeck.${list}-visits`,
    version: 1,
    parse: (value) => Visits.safeParse(value).data ?? null,
    fallback: {},
    storage: () => localStorage,
  });
  return {
    /** Notes that the list of a connection is seen. @returns the visit that this belongs to */
    note(connectionId: string, nowMs = Date.now()): Visit {
      const visits = entry.read();
      const visit = nextVisit(visits[connectionId], nowMs);
      entry.write({ ...visits, [connectionId]: visit });
      return visit;
    },
  };
}

// Price history: IndexedDB snapshots, and visits.
import type { DBSchema, IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { createDatabase } from '#lib/database.ts';
import { stored } from '#lib/stored.ts';
import { Snapshot } from './snapshot.ts';

/** Never rejects: without storage it lives in memory. */
interface PriceHistory {
  /** Prunes; ignores one no newer than the last. */
  write: (page: Snapshot) => Promise<void>;
  /** Oldest first. */
  pages: (connectionId: string, kind: Snapshot['kind']) => Promise<readonly Snapshot[]>;
  isKept: () => boolean;
}

/** Another tab's snapshots appear after a reload. */
export function createPriceHistory(open?: Parameters<typeof createPageStore>[0]): PriceHistory {
  const store = createPageStore(open);
  const lists = new Map<string, Promise<readonly SavedSnapshot[]>>();

  async function listOf({ connectionId, kind }: Pick<Snapshot, 'connectionId' | 'kind'>) {
    const name = JSON.stringify([connectionId, kind]);
    const list = lists.get(name) ?? store.read(connectionId, kind);
    lists.set(name, list);
    return list;
  }

  async function written(before: Promise<readonly SavedSnapshot[]>, page: Snapshot) {
    const kept = await before;
    const keeping = applyRetention(kept, page);
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
      // Each is compared with its predecessor.
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

export interface SavedSnapshot {
  readonly key: number;
  readonly page: Snapshot;
}

export const maxDays = 366;

/** Per service, for lists and for answers each. Lower if lists are long. */
export const maxSnapshots = 500;

/** For each kind; `minSnapshots` are kept whatever their size. */
const maxRecords = 200_000;
const minSnapshots = 20;

interface Retention {
  /** Last of several equal ones, or null. */
  readonly replaced: number | null;
  /** Too old or too many. */
  readonly removed: readonly number[];
}

/** Null if no newer than the last answer of its kind. @param kept of one list, oldest first */
export function applyRetention(kept: readonly SavedSnapshot[], page: Snapshot): Retention | null {
  const own = kept.filter((each) => each.page.model === page.model);
  const [before, last] = [own.at(-2), own.at(-1)];
  if (last !== undefined && page.atMs <= last.page.atMs) return null;
  const isThird =
    last !== undefined && before !== undefined && isEqual(before.page, last.page) && isEqual(last.page, page);
  const replaced = isThird ? last.key : null;
  const staying = kept.filter(({ key }) => key !== replaced);
  const oldestMs = page.atMs - maxDays * 24 * 3_600_000;
  const isList = page.model === undefined;
  // Prices and availability have separate caps.
  const alike = staying.filter((each) => (each.page.model === undefined) === isList);
  const tooMany = alike.length + 1 - snapshotsFor(page);
  const dropped = new Set(isList ? alike.slice(0, Math.max(0, tooMany)) : oldestOfMost(alike, tooMany));
  const removed = staying.filter((each) => dropped.has(each) || each.page.atMs < oldestMs);
  return { replaced, removed: removed.map(({ key }) => key) };
}

/** Of the models with most: one changing every minute must not evict the others. */
function oldestOfMost(pages: readonly SavedSnapshot[], count: number): readonly SavedSnapshot[] {
  const byModel = new Map<string | undefined, SavedSnapshot[]>();
  for (const each of pages) byModel.set(each.page.model, [...(byModel.get(each.page.model) ?? []), each]);
  const dropped: SavedSnapshot[] = [];
  while (dropped.length < count) {
    const longest = [...byModel.values()].reduce((most, own) => (own.length > most.length ? own : most));
    // The matrix shows the newest.
    const oldest = longest.length > 1 ? longest.shift() : undefined;
    if (oldest === undefined) return dropped;
    dropped.push(oldest);
  }
  return dropped;
}

function snapshotsFor({ records }: Snapshot): number {
  const count = Math.max(1, Object.keys(records).length);
  return Math.min(maxSnapshots, Math.max(minSnapshots, Math.floor(maxRecords / count)));
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

/** Increment when the schema changes. */
const version = 1;

const openPages = createDatabase<Schema>('inferdeck-diary', version, (database, from) => {
  if (from >= 1) return;
  const store = database.createObjectStore('pages', { autoIncrement: true });
  store.createIndex('byKind', ['connectionId', 'kind', 'atMs']);
});

/** Never rejects. */
interface PageStore {
  /** Oldest first; drops unreadable ones. */
  read: (connectionId: string, kind: Snapshot['kind']) => Promise<readonly SavedSnapshot[]>;
  add: (page: Snapshot) => Promise<number>;
  remove: (keys: readonly number[]) => Promise<void>;
  /** The last one was persisted. */
  isKept: () => boolean;
}

function createPageStore(open: () => Promise<IDBPDatabase<Schema>> = openPages): PageStore {
  let isKept = true;
  // Negative for snapshots only in memory.
  let lastKey = 0;

  /** A failure does not stop later calls. */
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
          const found: SavedSnapshot[] = [];
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

/** Unix milliseconds. */
const Visit = z.object({
  startedMs: z.number(),
  seenMs: z.number(),
  /** End of the previous visit. */
  previousMs: z.nullable(z.number()),
});

export type Visit = z.infer<typeof Visit>;

const pauseMs = 30 * 60_000;

/** A pause starts a new one. */
export function nextVisit(kept: Visit | undefined, nowMs: number): Visit {
  if (kept === undefined) return { startedMs: nowMs, seenMs: nowMs, previousMs: null };
  if (nowMs - kept.seenMs < pauseMs) return { ...kept, seenMs: Math.max(kept.seenMs, nowMs) };
  return { startedMs: nowMs, seenMs: nowMs, previousMs: kept.seenMs };
}

const Visits = z.record(z.string(), Visit);

/** @param list "models", "hardware" */
export function createVisits(list: string) {
  const entry = stored<z.infer<typeof Visits>>({
    key: `inferdeck.${list}-visits`,
    version: 1,
    parse: (value) => Visits.safeParse(value).data ?? null,
    fallback: {},
    storage: () => localStorage,
  });
  return {
    /** @returns the visit this belongs to */
    note(connectionId: string, nowMs = Date.now()): Visit {
      const visits = entry.read();
      const visit = nextVisit(visits[connectionId], nowMs);
      entry.write({ ...visits, [connectionId]: visit });
      return visit;
    },
  };
}

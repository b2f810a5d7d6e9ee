// Price history: snapshots of lists, their differences, IndexedDB, visits.
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';
import { createDatabase } from '#lib/database.ts';
import { formatFixed, trueMinus } from '#lib/format.ts';
import { stored } from '#lib/stored.ts';
import { formatAmount, priceNumber, priceWords } from './money.ts';

const Figures = z.record(z.string(), z.union([z.number(), z.string()]));

/** By record id and field, as sent. */
export const Snapshot = z.object({
  connectionId: z.string(),
  kind: z.enum(['models', 'hardware']),
  /** Unix milliseconds. */
  atMs: z.number(),
  /** An answer for this model, without prices; absent: a whole list. */
  model: z.optional(z.string()),
  records: z.record(z.string(), Figures),
});

export type Snapshot = z.infer<typeof Snapshot>;

/** Prices and context length. */
export function snapshotModels(connectionId: string, models: readonly Model[], atMs: number): Snapshot {
  const records = models.map(({ id, pricing, context_length }): Entry => [
    id,
    readFigures({ ...pricing, context_length }),
  ]);
  return { connectionId, kind: 'models', atMs, records: Object.fromEntries(records) };
}

/** Prices only: availability depends on a model. */
export function snapshotHardware(
  connectionId: string,
  hardware: readonly Hardware[],
  atMs: number,
): Snapshot {
  const records = hardware.map(({ id, pricing }): Entry => [id, readFigures({ ...pricing })]);
  return { connectionId, kind: 'hardware', atMs, records: Object.fromEntries(records) };
}

type Entry = readonly [string, Record<string, number | string>];

function readFigures(fields: Readonly<Record<string, unknown>>): Record<string, number | string> {
  const kept = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'number' || typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(kept);
}

export type Difference =
  | { readonly kind: 'added' | 'removed'; readonly id: string }
  | {
      readonly kind: 'changed';
      readonly id: string;
      readonly field: string;
      /** Undefined if absent. */
      readonly before: number | string | undefined;
      readonly after: number | string | undefined;
    };

/** In the newer order, then removed ones. An answer for a model only gives changed figures. */
export function differences(before: Snapshot, after: Snapshot): readonly Difference[] {
  if (after.model !== undefined) return changedFigures(before, after);
  const found = Object.entries(after.records).flatMap(([id, now]): readonly Difference[] => {
    const then = before.records[id];
    if (then === undefined) return [{ kind: 'added', id }];
    const fields = new Set([...Object.keys(then), ...Object.keys(now)]);
    // A list for another model says nothing about an availability.
    return [...fields].flatMap((field): readonly Difference[] => {
      const [was, is] = [then[field], now[field]];
      const isUnasked = field.startsWith('availability ') && (was === undefined || is === undefined);
      return was === is || isUnasked ? [] : [{ kind: 'changed', id, field, before: was, after: is }];
    });
  });
  const gone = Object.keys(before.records).filter((id) => !(id in after.records));
  return [...found, ...gone.map((id): Difference => ({ kind: 'removed', id }))];
}

function changedFigures(before: Snapshot, after: Snapshot): readonly Difference[] {
  return Object.entries(after.records).flatMap(([id, now]) =>
    Object.entries(now).flatMap(([field, is]): readonly Difference[] => {
      const was = before.records[id]?.[field];
      return was === undefined || was === is ? [] : [{ kind: 'changed', id, field, before: was, after: is }];
    }),
  );
}

/** Shown even if negative; only sums ignore it. */
export function amountOf(price: number | string | undefined): number | null {
  return typeof price === 'number' ? price : priceNumber(price);
}

/**
 * Of prices as sent: the amount, or `contact sales`, or `not stated`. Amounts that differ never look alike.
 * @param unit after an amount, with its space
 */
export function priceTexts(
  before: number | string | undefined,
  after: number | string | undefined,
  unit = '',
): readonly [was: string, is: string] {
  const textsIn = (format: (amount: number) => string) =>
    [priceText(before, unit, format), priceText(after, unit, format)] as const;
  let texts = textsIn(formatAmount);
  if (before === after) return texts;
  // No more digits than it takes: a cell has room for few.
  for (let decimals = 3; texts[0] === texts[1] && decimals <= 15; decimals++)
    texts = textsIn((amount) => trueMinus(formatFixed(amount, decimals, 2)));
  return texts;
}

function priceText(
  price: number | string | undefined,
  unit: string,
  format: (amount: number) => string,
): string {
  const amount = amountOf(price);
  return amount === null ? (priceWords(price) ?? 'not stated') : `${format(amount)}${unit}`;
}

/** Prices without words, oldest first. */
export function pricesOf(
  snapshots: readonly Snapshot[],
  id: string,
  field: string,
): readonly { readonly atMs: number; readonly value: number }[] {
  return snapshots.flatMap(({ atMs, records }) => {
    const value = priceNumber(records[id]?.[field]);
    return value === null ? [] : [{ atMs, value }];
  });
}

/** Never rejects: without storage it lives in memory. */
interface PriceHistory {
  /** Prunes; ignores one no newer than the last. */
  write: (snapshot: Snapshot) => Promise<void>;
  /** Oldest first. */
  snapshots: (connectionId: string, kind: Snapshot['kind']) => Promise<readonly Snapshot[]>;
  /** True if the last snapshot was persisted. */
  isStored: () => boolean;
}

export function createPriceHistory(open: () => Promise<IDBPDatabase<Schema>> = openSnapshots): PriceHistory {
  const lists = new Map<string, readonly SavedSnapshot[]>();
  let isStored = true;
  // Snapshots that are only in memory have negative keys.
  let lastKey = 0;

  /** Known ones are not read again: snapshots never change. */
  async function readList(store: SnapshotStore, list: ListName): Promise<readonly SavedSnapshot[]> {
    const { connectionId, kind } = list;
    const range = IDBKeyRange.bound([connectionId, kind, 0], [connectionId, kind, Infinity]);
    const keys = await store.index('byKind').getAllKeys(range);
    const known = new Map(listOf(list).map((each) => [each.key, each]));
    const found = await Promise.all(
      keys.map(async (key) => {
        const snapshot = known.get(key)?.snapshot ?? Snapshot.safeParse(await store.get(key)).data;
        return snapshot === undefined ? [] : [{ key, snapshot }];
      }),
    );
    return [...listOf(list).filter(({ key }) => key < 0), ...found.flat()].toSorted(byTime);
  }

  const listOf = (list: ListName) => lists.get(keyOf(list)) ?? [];

  /** @param dropped null if the snapshot is not added */
  function settle(
    snapshot: Snapshot,
    kept: readonly SavedSnapshot[],
    dropped: Dropped | null,
    key: number,
  ): void {
    const staying = kept.filter((each) => dropped?.has(each.key) !== true);
    lists.set(keyOf(snapshot), dropped === null ? kept : [...staying, { key, snapshot }].toSorted(byTime));
  }

  return {
    async write(snapshot) {
      try {
        // One transaction, so that two tabs never add to the same list at once.
        const { store, done } = (await open()).transaction('pages', 'readwrite');
        const kept = await readList(store, snapshot);
        const dropped = applyRetention(kept, snapshot);
        const removed = [...(dropped ?? [])].filter((key) => key > 0);
        const requests = [
          dropped === null ? 0 : store.add(snapshot),
          ...removed.map((each) => store.delete(each)),
        ] as const;
        // Committed also if the tab is closed now.
        store.transaction.commit();
        const [key] = await Promise.all([...requests, done]);
        settle(snapshot, kept, dropped, key);
        isStored = true;
      } catch {
        isStored = false;
        lastKey -= 1;
        settle(snapshot, listOf(snapshot), applyRetention(listOf(snapshot), snapshot), lastKey);
      }
    },
    async snapshots(connectionId, kind) {
      const list = { connectionId, kind };
      try {
        lists.set(keyOf(list), await readList((await open()).transaction('pages').store, list));
      } catch {
        isStored = false;
      }
      return listOf(list).map(({ snapshot }) => snapshot);
    },
    isStored: () => isStored,
  };
}

export interface SavedSnapshot {
  readonly key: number;
  readonly snapshot: Snapshot;
}

export const maxDays = 366;

/** Per service, for lists and for answers each. Lower if lists are long. */
export const maxSnapshots = 500;

/** For each kind; `minSnapshots` are kept whatever their size. */
const maxRecords = 200_000;
const minSnapshots = 20;

/** Keys. */
type Dropped = ReadonlySet<number>;

/**
 * What goes when a snapshot is added: the last of several equal ones, and those too old or too many. Null if it is
 * no newer than the last answer of its kind.
 * @param kept of one list, oldest first
 */
export function applyRetention(kept: readonly SavedSnapshot[], snapshot: Snapshot): Dropped | null {
  const own = kept.filter((each) => each.snapshot.model === snapshot.model);
  const [before, last] = [own.at(-2), own.at(-1)];
  if (last !== undefined && snapshot.atMs <= last.snapshot.atMs) return null;
  const isThird =
    last !== undefined &&
    before !== undefined &&
    isEqual(before.snapshot, last.snapshot) &&
    isEqual(last.snapshot, snapshot);
  const replaced = isThird ? last : undefined;
  const staying = kept.filter((each) => each !== replaced);
  const oldestMs = snapshot.atMs - maxDays * 24 * 3_600_000;
  const isList = snapshot.model === undefined;
  // Prices and availability have separate caps.
  const alike = staying.filter((each) => (each.snapshot.model === undefined) === isList);
  const tooMany = alike.length + 1 - snapshotsFor(snapshot);
  const dropped = new Set(isList ? alike.slice(0, Math.max(0, tooMany)) : oldestOfMost(alike, tooMany));
  const gone = kept.filter((each) => each === replaced || dropped.has(each) || each.snapshot.atMs < oldestMs);
  return new Set(gone.map(({ key }) => key));
}

/** Of the models with most: one changing every minute must not evict the others. */
function oldestOfMost(snapshots: readonly SavedSnapshot[], count: number): readonly SavedSnapshot[] {
  const byModel = new Map<string | undefined, SavedSnapshot[]>();
  for (const each of snapshots)
    byModel.set(each.snapshot.model, [...(byModel.get(each.snapshot.model) ?? []), each]);
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

const openSnapshots = createDatabase<Schema>('inferdeck-diary', version, (database, from) => {
  if (from >= 1) return;
  const store = database.createObjectStore('pages', { autoIncrement: true });
  store.createIndex('byKind', ['connectionId', 'kind', 'atMs']);
});

type SnapshotStore = Pick<IDBPObjectStore<Schema, ['pages'], 'pages', IDBTransactionMode>, 'get' | 'index'>;

type ListName = Pick<Snapshot, 'connectionId' | 'kind'>;

function keyOf({ connectionId, kind }: ListName): string {
  return JSON.stringify([connectionId, kind]);
}

function byTime(one: SavedSnapshot, other: SavedSnapshot): number {
  return one.snapshot.atMs - other.snapshot.atMs;
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

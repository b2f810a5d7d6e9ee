// Sighting recorder: sightings and visits, stored in IndexedDB.
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { FineTune } from '#api/schema/fine-tune.ts';
import '#api/schema/jitless.ts';
import { useServiceKey } from '#connection/use-client.ts';
import { createDatabase } from '#lib/database.ts';
import {
  keptVisits,
  longestKeptMs,
  sightingLimit,
  sightingsToDrop,
  isNews,
  Sighting,
  sightingOf,
} from './sighting.ts';

/** Unix milliseconds of the first and last answer. */
interface Visit {
  readonly beganMs: number;
  readonly lastMs: number;
}

export interface Recorded {
  /** By job; oldest first. */
  readonly seen: ReadonlyMap<string, readonly Sighting[]>;
  /** Null on the first visit. */
  readonly before: Visit | null;
}

/** Never rejects: without storage it works in memory. Limits are in `sighting.ts`. */
interface Recorder {
  /** @returns everything known, as a new object */
  note: (connectionId: string, sightings: readonly Sighting[], atMs: number) => Promise<Recorded>;
  /** False if storage is blocked or full. */
  isKept: () => boolean;
}

interface Schema extends DBSchema {
  sightings: { key: number; value: unknown; indexes: { byConnection: [string, number] } };
  visits: { key: [string, number]; value: unknown };
}

const version = 1;

/** After this long without an answer, the next one starts a visit. */
const visitGapMs = 10 * 60_000;

const StoredVisit = z.object({ connectionId: z.string(), beganMs: z.number(), lastMs: z.number() });

interface Book {
  readonly seen: Map<string, readonly Sighting[]>;
  before: Visit | null;
  current: Visit | null;
}

const openRecords = createDatabase<Schema>('inferdeck-recorder', version, (database, from) => {
  if (from >= 1) return;
  const sightings = database.createObjectStore('sightings', { autoIncrement: true });
  sightings.createIndex('byConnection', ['connectionId', 'atMs']);
  database.createObjectStore('visits', { keyPath: ['connectionId', 'beganMs'] });
});

export function createRecorder(open: () => Promise<IDBPDatabase<Schema>> = openRecords): Recorder {
  const books = new Map<string, Promise<Book>>();
  let isKept = true;
  // One writer at a time: concurrent answers must not begin two visits.
  let turn: Promise<unknown> = Promise.resolve();

  async function load(connectionId: string): Promise<Book> {
    const book: Book = { seen: new Map(), before: null, current: null };
    try {
      const database = await open();
      const range = IDBKeyRange.bound([connectionId, 0], [connectionId, Number.MAX_SAFE_INTEGER]);
      for (const value of await database.getAllFromIndex('sightings', 'byConnection', range)) {
        const sighting = Sighting.safeParse(value).data;
        if (sighting !== undefined) remember(book, sighting);
      }
      const visits = await database.getAll('visits', range);
      const read = visits.flatMap(readVisit);
      book.current = read.at(-1) ?? null;
      book.before = read.at(-2) ?? null;
    } catch {
      isKept = false;
    }
    return book;
  }

  /** @param isFirst deletes expired data */
  async function write(
    connectionId: string,
    visit: Visit,
    news: readonly Sighting[],
    isFirst: boolean,
  ): Promise<void> {
    try {
      const database = await open();
      const task = database.transaction(['sightings', 'visits'], 'readwrite');
      const [sightings, visits] = [task.objectStore('sightings'), task.objectStore('visits')];
      await visits.put({ connectionId, ...visit });
      for (const sighting of news) await sightings.add(sighting);
      if (isFirst || (await sightings.count()) > sightingLimit) await trim(sightings, visits, visit.lastMs);
      await task.done;
      isKept = true;
    } catch {
      isKept = false;
    }
  }

  async function note(connectionId: string, sightings: readonly Sighting[], atMs: number): Promise<Recorded> {
    const loading = books.get(connectionId) ?? load(connectionId);
    books.set(connectionId, loading);
    const book = await loading;
    const { current } = book;
    const isFirst = current === null || atMs - current.lastMs > visitGapMs;
    if (isFirst) {
      book.before = current !== null && atMs - current.lastMs <= longestKeptMs ? current : null;
      book.current = { beganMs: atMs, lastMs: atMs };
    } else book.current = { beganMs: current.beganMs, lastMs: Math.max(current.lastMs, atMs) };
    const news = sightings.filter((sighting) => isNews(book.seen.get(sighting.jobId)?.at(-1), sighting));
    for (const sighting of news) remember(book, sighting);
    await write(connectionId, book.current, news, isFirst);
    return { seen: new Map(book.seen), before: book.before };
  }

  return {
    async note(connectionId, sightings, atMs) {
      const noted = turn.then(() => note(connectionId, sightings, atMs));
      turn = noted;
      return noted;
    },
    isKept: () => isKept,
  };
}

const recorder = createRecorder();

type Store<Name extends 'sightings' | 'visits'> = IDBPObjectStore<
  Schema,
  ('sightings' | 'visits')[],
  Name,
  'readwrite'
>;

/** Deletes what is expired or unreadable. */
async function trim(sightings: Store<'sightings'>, visits: Store<'visits'>, nowMs: number): Promise<void> {
  const kept = keptVisits((await visits.getAll()).flatMap(readVisit), nowMs);
  const keptKeys = new Set(kept.map(({ connectionId, beganMs }) => `${connectionId} ${beganMs}`));
  for (const key of await visits.getAllKeys()) if (!keptKeys.has(key.join(' '))) await visits.delete(key);
  const [keys, values] = [await sightings.getAllKeys(), await sightings.getAll()];
  const read = keys.map((key, index) => ({ key, sighting: Sighting.safeParse(values[index]).data }));
  const stored = read.flatMap(({ key, sighting }) => (sighting === undefined ? [] : [{ key, sighting }]));
  const unread = read.filter(({ sighting }) => sighting === undefined).map(({ key }) => key);
  for (const key of [...unread, ...sightingsToDrop(stored, kept, nowMs)]) await sightings.delete(key);
}

function readVisit(value: unknown) {
  return StoredVisit.safeParse(value).data ?? [];
}

// A new list, so that earlier results do not change.
function remember({ seen }: Book, sighting: Sighting): void {
  seen.set(sighting.jobId, [...(seen.get(sighting.jobId) ?? []), sighting].slice(-sightingLimit));
}

/**
 * Null until storage has answered.
 * @param answeredMs when the list arrived
 */
export function useRecorded(all: readonly FineTune[], answeredMs: number | null): Recorded | null {
  const connectionId = useServiceKey();
  const [recorded, setRecorded] = useState<{ readonly of: string; readonly what: Recorded } | null>(null);

  useEffect(() => {
    if (answeredMs === null) return undefined;
    let isCurrent = true;
    const sightings = all.map((record) => sightingOf(connectionId, record, answeredMs));
    async function note(atMs: number): Promise<void> {
      const what = await recorder.note(connectionId, sightings, atMs);
      if (isCurrent) setRecorded({ of: connectionId, what });
    }
    void note(answeredMs);
    return () => {
      isCurrent = false;
    };
  }, [connectionId, all, answeredMs]);

  return recorded?.of === connectionId ? recorded.what : null;
}

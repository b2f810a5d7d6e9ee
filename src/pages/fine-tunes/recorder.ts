// Recorder of sightings of fine-tunes and of visits, in IndexedDB.
import type { DBSchema, IDBPDatabase } from 'idb';
import { startTransition, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { FineTune } from '#api/schema/fine-tune.ts';
import '#api/schema/jitless.ts';
import { useServiceKey } from '#connection/use-client.ts';
import { createDatabase } from '#lib/database.ts';
import { isOver, statusKind } from '#api/fine-tune-status.ts';
import { noCurves } from './curves/curve.ts';
import { isSet } from './curves/fine-tune-curves.ts';
import { currentStep } from './curves/step-times.ts';

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

/**
 * Never rejects: without storage it works in memory.
 * @param isHidden polled for notifications, perhaps overnight: it does not prolong a visit
 * @returns everything known, as a new object
 */
type Recorder = (
  connectionId: string,
  sightings: readonly Sighting[],
  atMs: number,
  isHidden?: boolean,
) => Promise<Recorded>;

interface Schema extends DBSchema {
  sightings: { key: number; value: unknown; indexes: { byConnection: [string, number] } };
  visits: { key: [string, number]; value: unknown };
}

/** After this long without an answer, the next one starts a visit. */
const visitGapMs = 10 * 60_000;

const StoredVisit = z.object({ connectionId: z.string(), beganMs: z.number(), lastMs: z.number() });

/** Unix milliseconds. */
export type StoredVisit = z.infer<typeof StoredVisit>;

interface Book {
  readonly seen: Map<string, readonly Sighting[]>;
  before: Visit | null;
  current: Visit | null;
}

const openRecords = createDatabase<Schema>('inferdeck-recorder', 1, (database) => {
  const sightings = database.createObjectStore('sightings', { autoIncrement: true });
  sightings.createIndex('byConnection', ['connectionId', 'atMs']);
  database.createObjectStore('visits', { keyPath: ['connectionId', 'beganMs'] });
});

export function createRecorder(open: () => Promise<IDBPDatabase<Schema>> = openRecords): Recorder {
  const books = new Map<string, Promise<Book>>();
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
      // Works in memory.
    }
    return book;
  }

  /** @param isFirst deletes expired data */
  async function write(
    connectionId: string,
    visit: Visit,
    news: readonly Sighting[],
    isFirst: boolean,
    isUnseen: boolean,
  ): Promise<void> {
    try {
      const database = await open();
      const task = database.transaction(['sightings', 'visits'], 'readwrite');
      const [sightings, visits] = [task.objectStore('sightings'), task.objectStore('visits')];
      // Another tab may have gone on with it.
      if (!isUnseen) await visits.put({ connectionId, ...visit });
      for (const sighting of news) await sightings.add(sighting);
      if (isFirst || (await sightings.count()) > sightingLimit) {
        const kept = keptVisits((await visits.getAll()).flatMap(readVisit), visit.lastMs);
        const keptKeys = new Set(kept.map((each) => `${each.connectionId} ${each.beganMs}`));
        for (const key of await visits.getAllKeys())
          if (!keptKeys.has(key.join(' '))) await visits.delete(key);
        const [keys, values] = [await sightings.getAllKeys(), await sightings.getAll()];
        const read = keys.map((key, index) => ({ key, sighting: Sighting.safeParse(values[index]).data }));
        const stored = read.filter((each): each is StoredSighting => each.sighting !== undefined);
        const unread = read.filter(({ sighting }) => sighting === undefined).map(({ key }) => key);
        for (const key of [...unread, ...sightingsToDrop(stored, kept, visit.lastMs)])
          await sightings.delete(key);
      }
      await task.done;
    } catch {
      // Works in memory.
    }
  }

  const note: Recorder = async (connectionId, sightings, atMs, isHidden = false) => {
    const known = books.get(connectionId);
    const loading = known ?? load(connectionId);
    books.set(connectionId, loading);
    const book = await loading;
    const isUnseen = isHidden && known !== undefined;
    const hasEnded = () => book.current === null || (!isUnseen && atMs - book.current.lastMs > visitGapMs);
    if (known && hasEnded()) {
      // Another tab may have begun the next visit.
      const stored = await load(connectionId);
      if (stored.current) Object.assign(book, stored);
    }
    const { current } = book;
    const isFirst = current === null || hasEnded();
    if (isFirst) book.before = current !== null && atMs - current.lastMs <= longestKeptMs ? current : null;
    const visit = isFirst
      ? { beganMs: atMs, lastMs: atMs }
      : isUnseen
        ? current
        : { ...current, lastMs: Math.max(current.lastMs, atMs) };
    book.current = visit;
    const news = sightings.filter((sighting) => isNews(book.seen.get(sighting.jobId)?.at(-1), sighting));
    for (const sighting of news) remember(book, sighting);
    await write(connectionId, visit, news, isFirst, isUnseen);
    return { seen: new Map(book.seen), before: book.before };
  };

  return (...news) => {
    const noted = turn.then(() => note(...news));
    turn = noted;
    return noted;
  };
}

const recorder = createRecorder();

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
      const what = await recorder(connectionId, sightings, atMs, document.visibilityState === 'hidden');
      if (isCurrent) startTransition(() => setRecorded({ of: connectionId, what }));
    }
    void note(answeredMs);
    return () => {
      isCurrent = false;
    };
  }, [connectionId, all, answeredMs]);

  return recorded?.of === connectionId ? recorded.what : null;
}

export interface QueueSighting {
  readonly atMs: number;
  readonly isWaiting: boolean;
  /** Jobs ahead; null if unknown. */
  readonly depth: number | null;
}

export const Sighting = z.object({
  connectionId: z.string(),
  jobId: z.string(),
  /** Unix milliseconds of the local clock. */
  atMs: z.number(),
  /** As sent; empty if none. */
  status: z.string(),
  queueDepth: z.nullable(z.number()),
  step: z.nullable(z.number()),
});

export type Sighting = z.infer<typeof Sighting>;

/** For unchanged jobs, to tell a stalled queue from absence. */
const restMs = 60_000;

/** Else finished jobs would expire while listed. */
const overRestMs = 30 * 24 * 3_600_000;

export function sightingOf(connectionId: string, record: FineTune, atMs: number): Sighting {
  return {
    connectionId,
    jobId: record.id,
    atMs,
    status: record.status ?? '',
    queueDepth: record.queue_depth ?? null,
    step: currentStep({ record, events: record.events ?? [], curves: noCurves }),
  };
}

function isNews(last: Sighting | undefined, next: Sighting): boolean {
  if (last === undefined || last.status !== next.status || last.queueDepth !== next.queueDepth) return true;
  if (!isOver(next.status)) return next.atMs - last.atMs >= restMs;
  return last.step !== next.step || next.atMs - last.atMs >= overRestMs;
}

/** 0 often means "not set": it counts only after a higher place. */
export function queueOf(seen: readonly Sighting[]): readonly QueueSighting[] {
  let isCounted = false;
  return seen.map(({ atMs, status, queueDepth }) => {
    const isWaiting = statusKind(status) === 'queued';
    isCounted = isWaiting && (isCounted || isSet(queueDepth ?? undefined));
    return {
      atMs,
      isWaiting,
      depth: isCounted && queueDepth !== null && queueDepth >= 0 ? queueDepth : null,
    };
  });
}

const dayMs = 24 * 3_600_000;

/** Half a year. */
export const longestKeptMs = 180 * dayMs;

/** Across all jobs and services. */
export const sightingLimit = 5_000;

/** Across all services, two of each. */
export const visitLimit = 500;

export interface StoredSighting {
  readonly key: number;
  readonly sighting: Sighting;
}

/** Newest first: at most two per service and `visitLimit` in all, within `longestKeptMs`. */
export function keptVisits(visits: readonly StoredVisit[], nowMs: number): readonly StoredVisit[] {
  const counts = new Map<string, number>();
  const newest = visits.toSorted((one, other) => other.beganMs - one.beganMs);
  return newest
    .filter(({ connectionId, lastMs }) => {
      const count = (counts.get(connectionId) ?? 0) + 1;
      counts.set(connectionId, count);
      return count <= 2 && nowMs - lastMs <= longestKeptMs;
    })
    .slice(0, visitLimit);
}

/**
 * Keys older than `longestKeptMs`, and above `sightingLimit` as many more as free a fifth of the room: oldest
 * first, but last each job's newest now and before the current visit.
 * @param stored oldest first
 * @param visits those that stay
 */
export function sightingsToDrop(
  stored: readonly StoredSighting[],
  visits: readonly StoredVisit[],
  nowMs: number,
): readonly number[] {
  const isOld = ({ sighting }: StoredSighting) => nowMs - sighting.atMs > longestKeptMs;
  const young = stored.filter((each) => !isOld(each));
  const excess = young.length > sightingLimit ? young.length - sightingLimit * 0.8 : 0;
  const needed = excess > 0 ? neededKeys(young, visits) : new Set<number>();
  const inOrder = [
    ...young.filter(({ key }) => !needed.has(key)),
    ...young.filter(({ key }) => needed.has(key)),
  ];
  return [...stored.filter(isOld), ...inOrder.slice(0, excess)].map(({ key }) => key);
}

function neededKeys(stored: readonly StoredSighting[], visits: readonly StoredVisit[]): ReadonlySet<number> {
  const began = new Map<string, number>();
  for (const { connectionId, beganMs } of visits)
    began.set(connectionId, Math.max(beganMs, began.get(connectionId) ?? 0));
  const needed = new Map<string, number>();
  for (const { key, sighting } of stored) {
    const isBefore = sighting.atMs < (began.get(sighting.connectionId) ?? 0);
    needed.set(JSON.stringify([sighting.connectionId, sighting.jobId, isBefore]), key);
  }
  return new Set(needed.values());
}

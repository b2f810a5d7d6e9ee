// Open files stored in IndexedDB, reopened after a reload.
import type { DBSchema, IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { createDatabase } from '#lib/database.ts';

interface StoredHead {
  /** See `log-places.ts`. */
  readonly place: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Unix milliseconds. */
  readonly openedMs: number;
  /** The caller's; must survive a structured clone. */
  readonly about: unknown;
}

interface StoredBytes {
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
}

interface StoredFile<About> extends StoredBytes {
  readonly key: number;
  readonly about: About;
}

interface Stored {
  /** Null if nothing of it is there. */
  readonly key: number | null;
  /** False if too large, or the browser refuses. */
  readonly isStored: boolean;
  /** Keys of older files that made room. */
  readonly dropped: readonly number[];
}

/** Bytes of all files; the oldest go first. */
const maxStoredBytes = 200e6;

interface Schema extends DBSchema {
  heads: { key: number; value: unknown };
  bytes: { key: number; value: StoredBytes };
  /** Unreadable records. */
  damaged: { key: number; value: unknown };
}

const openFiles = createDatabase<Schema>('inferdeck-log-files', 1, (database) => {
  database.createObjectStore('heads', { autoIncrement: true });
  database.createObjectStore('bytes');
  database.createObjectStore('damaged');
});

const Head = z.object({ place: z.string(), name: z.string(), size: z.number(), openedMs: z.number() });

/** Never rejects: where the browser refuses, nothing is kept. */
interface KeptFiles {
  /**
   * In the order opened.
   * @param parse of `about`; null moves the record to `damaged`
   */
  load: <About>(
    place: string,
    parse: (about: unknown) => About | null,
  ) => Promise<readonly StoredFile<About>[]>;
  /**
   * @param key null for a new file
   * @param hasNewBytes false leaves stored ones, unless another tab has removed them
   */
  put: (key: number | null, head: StoredHead, bytes: StoredBytes, hasNewBytes: boolean) => Promise<Stored>;
  drop: (key: number) => Promise<void>;
  count: (places: readonly string[]) => Promise<number>;
}

export const storedFiles: KeptFiles = {
  load: (place, parse) => ask((database) => loadFrom(database, place, parse), []),
  put: (key, head, bytes, hasNewBytes) =>
    ask((database) => putInto(database, key, head, bytes, hasNewBytes), {
      key,
      isStored: false,
      dropped: [],
    }),
  drop: (key) => ask((database) => remove(database, key), undefined),
  count: (places) => ask((database) => countIn(database, places), 0),
};

async function ask<Answer>(
  question: (database: IDBPDatabase<Schema>) => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  try {
    return await question(await openFiles());
  } catch {
    return otherwise;
  }
}

async function loadFrom<About>(
  database: IDBPDatabase<Schema>,
  place: string,
  parse: (about: unknown) => About | null,
): Promise<readonly StoredFile<About>[]> {
  const found: StoredFile<About>[] = [];
  for (const [key, value] of await entriesOf(database)) {
    const head = Head.safeParse(value).data;
    if (head !== undefined && head.place !== place) continue;
    const about = head === undefined ? null : parse(aboutOf(value));
    const bytes = await database.get('bytes', key);
    if (about !== null && bytes?.file instanceof File) found.push({ key, about, ...bytes });
    else {
      await database.put('damaged', value, key);
      await remove(database, key);
    }
  }
  return found;
}

async function putInto(
  database: IDBPDatabase<Schema>,
  known: number | null,
  head: StoredHead,
  bytes: StoredBytes,
  hasNewBytes: boolean,
): Promise<Stored> {
  const others = (await entriesOf(database)).flatMap(([key, value]) => {
    const { success, data } = Head.safeParse(value);
    return key === known || !success ? [] : [{ key, size: data.size, openedMs: data.openedMs }];
  });
  const dropped = keysToDrop(others, head.size);
  if (dropped === null) {
    if (known !== null) await remove(database, known);
    return { key: null, isStored: false, dropped: [] };
  }
  const writing = database.transaction(['heads', 'bytes'], 'readwrite');
  const [heads, files] = [writing.objectStore('heads'), writing.objectStore('bytes')];
  const key = await (known === null ? heads.add(head) : heads.put(head, known));
  if (hasNewBytes || (await files.getKey(key)) === undefined) await files.put(bytes, key);
  // In the same transaction: none makes room for what is refused.
  await Promise.all([...dropped.flatMap((old) => [heads.delete(old), files.delete(old)]), writing.done]);
  return { key, isStored: true, dropped };
}

/** The oldest files' keys; null where the new file exceeds the limit alone. */
export function keysToDrop(
  others: readonly { readonly key: number; readonly size: number; readonly openedMs: number }[],
  size: number,
  limit = maxStoredBytes,
): readonly number[] | null {
  if (size > limit) return null;
  let room = limit - size - others.reduce((sum, other) => sum + other.size, 0);
  const dropped: number[] = [];
  for (const { key, size: freed } of others.toSorted((one, other) => one.openedMs - other.openedMs)) {
    if (room >= 0) break;
    room += freed;
    dropped.push(key);
  }
  return dropped;
}

async function countIn(database: IDBPDatabase<Schema>, places: readonly string[]): Promise<number> {
  const heads = (await entriesOf(database)).map(([, value]) => Head.safeParse(value).data);
  return heads.filter((head) => head !== undefined && places.includes(head.place)).length;
}

async function entriesOf(database: IDBPDatabase<Schema>): Promise<readonly (readonly [number, unknown])[]> {
  const { store } = database.transaction('heads');
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return keys.map((key, place) => [key, values[place]] as const);
}

async function remove(database: IDBPDatabase<Schema>, key: number): Promise<void> {
  const writing = database.transaction(['heads', 'bytes'], 'readwrite');
  const removed = [writing.objectStore('heads').delete(key), writing.objectStore('bytes').delete(key)];
  await Promise.all([...removed, writing.done]);
}

function aboutOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'about' in value ? value.about : undefined;
}

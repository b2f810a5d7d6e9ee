// IndexedDB store of streaming runs.
import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { createDatabase } from '#lib/database.ts';
import { stored } from '#lib/stored.ts';

/** Recording file around its events; a part may bring a newer `tail`. */
const HeadRecord = z.object({
  id: z.string(),
  head: z.string(),
  tail: z.string(),
  continuedAt: z.optional(z.number()),
});

type HeadRecord = z.infer<typeof HeadRecord>;

/** `events` is empty if only the tail changed; `index` has no gaps. */
const PartRecord = z.object({
  id: z.string(),
  index: z.int(),
  events: z.string(),
  tail: z.string(),
  /** See `serviceOf`. */
  service: z.optional(z.string()),
});

type PartRecord = z.infer<typeof PartRecord>;

interface KeptRun {
  readonly text: string;
  readonly continuedAt: number | undefined;
  readonly service: string | undefined;
}

interface Schema extends DBSchema {
  heads: { key: string; value: unknown };
  parts: { key: [id: string, index: number]; value: unknown };
}

/** Any call may reject. */
export interface RunningStore {
  ids: () => Promise<string[]>;
  writeHead: (record: HeadRecord) => Promise<void>;
  writePart: (record: PartRecord) => Promise<void>;
  read: (id: string) => Promise<KeptRun | null>;
  drop: (id: string) => Promise<void>;
}

export function createRunningStore(): RunningStore {
  const database = createDatabase<Schema>('inferdeck-running', 1, (opened) => {
    opened.createObjectStore('heads', { keyPath: 'id' });
    opened.createObjectStore('parts', { keyPath: ['id', 'index'] });
  });
  return {
    ids: async () => (await database()).getAllKeys('heads'),
    async writeHead(record) {
      await put('heads', record);
    },
    async writePart(record) {
      await put('parts', record);
    },
    async read(id) {
      const opened = await database();
      const head = HeadRecord.safeParse(await opened.get('heads', id)).data;
      const parts = await opened.getAll('parts', partsOf(id));
      return head === undefined ? null : joinRun(head, parts);
    },
    async drop(id) {
      const transaction = (await database()).transaction(['heads', 'parts'], 'readwrite');
      await Promise.all([
        transaction.objectStore('heads').delete(id),
        transaction.objectStore('parts').delete(partsOf(id)),
        transaction.done,
      ]);
    },
  };

  // Explicitly: a closing page gets no later turn.
  async function put(store: 'heads' | 'parts', record: unknown): Promise<void> {
    const transaction = (await database()).transaction(store, 'readwrite', { durability: 'relaxed' });
    const written = transaction.store.put(record);
    transaction.commit();
    await Promise.all([written, transaction.done]);
  }
}

/**
 * Stops at a missing or damaged part.
 * @param parts unparsed, in order
 */
export function joinRun(head: HeadRecord, parts: readonly unknown[]): KeptRun {
  const events: string[] = [];
  let { tail } = head;
  let service: string | undefined;
  for (const [index, value] of parts.entries()) {
    const part = PartRecord.safeParse(value).data;
    if (part?.index !== index) break;
    if (part.events !== '') events.push(part.events);
    ({ tail, service } = part);
  }
  return { text: head.head + events.join(',') + tail, continuedAt: head.continuedAt, service };
}

function partsOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);
}

/** The run that this tab streams, or empty. */
const ofTab = stored({
  key: 'inferdeck.running',
  version: 1,
  parse: (value) => (typeof value === 'string' ? value : null),
  fallback: '',
  storage: () => sessionStorage,
});

/** While this page streams the run. @returns releases the lock */
export function holdRun(id: string): () => void {
  if (!('locks' in navigator)) {
    ofTab.write(id);
    return () => void ofTab.write('');
  }
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(nameOf(id), () => held).catch(() => undefined);
  return () => release?.();
}

/**
 * Waits until no page streams the run, then acts with other tabs locked out. Without the Locks API (plain
 * HTTP), acts only on runs that this tab streamed before its reload.
 */
export async function whenFree(id: string, act: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(nameOf(id), act);
  else if (ofTab.read() === id) await act();
}

function nameOf(id: string): string {
  return `inferdeck.run ${id}`;
}

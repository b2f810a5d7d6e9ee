// What runs have received so far, in a database of its own: a failure here costs no history, and the list is read without it.
import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { createDatabase } from '#lib/database.ts';

/** What stands before the events in the file of a recording, and what stands behind them until a part brings more. */
const HeadRecord = z.object({
  id: z.string(),
  head: z.string(),
  tail: z.string(),
  /** See RunRecord. */
  continuedAt: z.optional(z.number()),
});

/** What is known of a run before its first event. */
type HeadRecord = z.infer<typeof HeadRecord>;

/** Events that came since the part before, as text; empty where only the tail is another. `index` counts from 0 without gaps. */
const PartRecord = z.object({ id: z.string(), index: z.int(), events: z.string(), tail: z.string() });

/** Some events of a run. */
type PartRecord = z.infer<typeof PartRecord>;

/** A run as it was kept last. */
interface KeptRun {
  /** The text of a recording file. */
  readonly text: string;
  readonly continuedAt: number | undefined;
}

interface Schema extends DBSchema {
  heads: { key: string; value: unknown };
  parts: { key: [id: string, index: number]; value: unknown };
}

/** A place for runs that still receive. Every operation may reject. */
export interface RunningStore {
  /** The states whose runs were kept and not dropped. */
  ids: () => Promise<string[]>;
  writeHead: (record: HeadRecord) => Promise<void>;
  writePart: (record: PartRecord) => Promise<void>;
  /** Null where nothing, or nothing that can be read, is kept. */
  read: (id: string) => Promise<KeptRun | null>;
  drop: (id: string) => Promise<void>;
}

/** Opens it at the first use. */
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

  // Committed at once: a page that is being closed has no later turn in which it would happen by itself.
  async function put(store: 'heads' | 'parts', record: unknown): Promise<void> {
    const transaction = (await database()).transaction(store, 'readwrite', { durability: 'relaxed' });
    const written = transaction.store.put(record);
    transaction.commit();
    await Promise.all([written, transaction.done]);
  }
}

/** The file of what was kept; a part that is missing or damaged ends it. @param parts unread, in order */
export function joinRun(head: HeadRecord, parts: readonly unknown[]): KeptRun {
  const events: string[] = [];
  let { tail } = head;
  for (const [index, value] of parts.entries()) {
    const part = PartRecord.safeParse(value).data;
    if (part?.index !== index) break;
    if (part.events !== '') events.push(part.events);
    ({ tail } = part);
  }
  return { text: head.head + events.join(',') + tail, continuedAt: head.continuedAt };
}

function partsOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);
}

const tabKey = 'inferdeck.running';

/** Says that this page receives the run of a state, until the answer is called, or the page is closed. */
export function holdRun(id: string): () => void {
  if (!('locks' in navigator)) {
    noteTab(id);
    return () => noteTab('');
  }
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(nameOf(id), () => held).catch(() => undefined);
  return () => release?.();
}

/**
 * Waits until no page receives the run, acts, and lets no other tab act at the same time. Where the browser has no locks
 * (plain http), it acts only on what this very tab received before it was loaded anew.
 */
export async function whenFree(id: string, act: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(nameOf(id), act);
  else if (isOfTab(id)) await act();
}

function nameOf(id: string): string {
  return `inferdeck.run ${id}`;
}

function noteTab(id: string): void {
  try {
    sessionStorage.setItem(tabKey, id);
  } catch {
    // Blocked storage: then nothing is kept either.
  }
}

function isOfTab(id: string): boolean {
  try {
    return sessionStorage.getItem(tabKey) === id;
  } catch {
    return false;
  }
}

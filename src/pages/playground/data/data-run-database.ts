// Latest data run in IndexedDB, written in batches.
import type { DBSchema, IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { Draft } from '#draft/draft.ts';
import { createDatabase } from '#lib/database.ts';
import { leavingMs, onLeaving } from '#run/saved-runs.ts';
import { StoredCell, lostResult } from './cell.ts';
import type { RunLimits } from './pause-reason.ts';
import { Output, type RunPlan, readPlan, ServiceOfRun } from './plan.ts';

const recordsARead = 2_000;
const batchMs = 120;

interface Schema extends DBSchema {
  /** The latest run is `newest`; other keys hold unreadable runs. */
  runs: { key: string; value: unknown };
  rows: { key: [string, number]; value: unknown };
  cells: { key: [string, number]; value: unknown };
}

/** Every call may reject. */
export interface RunDatabase {
  /** Sets an unreadable run aside until dropped. */
  load: () => Promise<{ readonly run: StoredRun | null; readonly hasUnreadable: boolean }>;
  begin: (plan: RunPlan, limits: RunLimits) => Promise<void>;
  putCell: (cell: StoredCell) => void;
  saveLimits: (limits: RunLimits) => Promise<void>;
  clear: () => Promise<void>;
  readUnreadable: () => Promise<string>;
  dropUnreadable: () => Promise<void>;
}

/** @param onWritten called after every write of cells with its success */
export async function openRunDatabase(onWritten: (isWritten: boolean) => void): Promise<RunDatabase> {
  const open = createDatabase<Schema>('inferdeck-data-runs', 1, (fresh) => {
    for (const name of ['runs', 'rows', 'cells'] as const) fresh.createObjectStore(name);
  });
  await open();
  let waiting = new Map<number, StoredCell>();
  let current = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [cells, run] = [waiting, current];
    waiting = new Map();
    if (cells.size === 0) return;
    try {
      const writing = (await open()).transaction('cells', 'readwrite');
      const puts = [...cells].map(([cell, stored]) => writing.store.put(stored, [run, cell]));
      // Explicitly: a closing page gets no later turn.
      writing.commit();
      await Promise.all([...puts, writing.done]);
    } catch (error) {
      // After a reload, unwritten cells would be sent again.
      if (run === current) waiting = new Map([...cells, ...waiting]);
      throw error;
    }
  }

  function write(): void {
    flush().then(
      () => onWritten(true),
      () => onWritten(false),
    );
  }

  /** Same transaction order as `begin`: the last call wins. */
  function remove(database: IDBPDatabase<Schema>) {
    waiting.clear();
    const removing = database.transaction(['runs', 'rows', 'cells'], 'readwrite');
    const removed = [
      removing.objectStore('runs').delete('newest'),
      ...(['rows', 'cells'] as const).map((name) => removing.objectStore(name).delete(recordsOf(current))),
    ];
    return { removing, removed };
  }

  async function readAll(store: 'rows' | 'cells'): Promise<NumberedRecord[]> {
    const database = await open();
    const records: NumberedRecord[] = [];
    for (;;) {
      const range = recordsOf(current, (records.at(-1)?.[0] ?? -1) + 1);
      const reading = database.transaction(store);
      const [keys, values] = await Promise.all([
        reading.store.getAllKeys(range, recordsARead),
        reading.store.getAll(range, recordsARead),
      ]);
      for (const [index, [, place]] of keys.entries()) records.push([place, values[index]]);
      if (keys.length < recordsARead) return records;
    }
  }

  // The browser then cuts the streams. That they failed is not kept: their requests count as lost.
  onLeaving(() => {
    write();
    timer = setTimeout(write, leavingMs);
  });

  return {
    async clear() {
      const { removing, removed } = remove(await open());
      await Promise.all([...removed, removing.done]);
    },
    async load() {
      const database = await open();
      const stored = await database.get('runs', 'newest');
      const head = readHead(stored);
      if (head === null && stored !== undefined) {
        const moving = database.transaction('runs', 'readwrite');
        const moved = [moving.store.put(stored, new Date().toISOString()), moving.store.delete('newest')];
        await Promise.all([...moved, moving.done]);
      }
      const hasUnreadable = (await database.getAllKeys('runs')).some((key) => key !== 'newest');
      if (head === null) return { run: null, hasUnreadable };
      current = head.id;
      return { run: readRun(head, await readAll('rows'), await readAll('cells')), hasUnreadable };
    },
    async begin(plan, limits) {
      const { removing: writing, removed } = remove(await open());
      current = plan.id;
      const puts: Promise<unknown>[] = [
        ...removed,
        writing.objectStore('runs').put(writeHead(plan, limits), 'newest'),
      ];
      for (const [from, block] of writeRows(plan)) {
        puts.push(writing.objectStore('rows').put(block, [plan.id, from]));
      }
      await Promise.all([...puts, writing.done]);
    },
    putCell(cell) {
      waiting.set(cell.cell, cell);
      timer ??= setTimeout(write, batchMs);
    },
    async saveLimits(limits) {
      const database = await open();
      const head = readHead(await database.get('runs', 'newest'));
      if (head !== null) await database.put('runs', { ...head, limits: writeLimits(limits) }, 'newest');
    },
    async readUnreadable() {
      const reading = (await open()).transaction(['runs', 'rows', 'cells']);
      const found: Record<string, (readonly [unknown, unknown])[]> = {};
      for (const name of ['runs', 'rows', 'cells'] as const) {
        const store = reading.objectStore(name);
        const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
        found[name] = keys.flatMap((key, index) => (isOfRun(key) ? [] : [[key, values[index]] as const]));
      }
      return JSON.stringify(found);
    },
    async dropUnreadable() {
      const dropping = (await open()).transaction(['runs', 'rows', 'cells'], 'readwrite');
      for (const name of ['runs', 'rows', 'cells'] as const) {
        let cursor = await dropping.objectStore(name).openCursor();
        while (cursor !== null) {
          if (!isOfRun(cursor.key)) await cursor.delete();
          cursor = await cursor.continue();
        }
      }
      await dropping.done;
    },
  };

  function isOfRun(key: string | [string, number]): boolean {
    return typeof key === 'string' ? key === 'newest' : key[0] === current;
  }
}

function recordsOf(run: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([run, from], [run, Number.POSITIVE_INFINITY]);
}

const rowsABlock = 1_000;

export interface StoredRun {
  readonly plan: RunPlan;
  readonly limits: RunLimits;
  readonly cells: readonly StoredCell[];
}

/** A cell, or a block's first row, with its key. */
export type NumberedRecord = readonly [number, unknown];

export function writeHead(plan: RunPlan, limits: RunLimits): z.input<typeof RunHead> {
  const { id, startedAt, name, draft, columns, rows, outputs, service } = plan;
  const lists = { columns: [...columns], outputs: [...outputs] };
  const stored = { rowCount: rows.length, service, limits: writeLimits(limits) };
  return { id, startedAt, name, draft, ...lists, ...stored };
}

/** `autoResume` is stored as `isArmed`, its name in older builds. */
function writeLimits({ autoResume, ...limits }: RunLimits): z.input<typeof Limits> {
  return { ...limits, isArmed: autoResume };
}

/** Null for another version, too. */
export function readHead(record: unknown): RunHead | null {
  return RunHead.safeParse(record).data ?? null;
}

export function* writeRows({ rows, rowNumbers }: RunPlan): Generator<NumberedRecord> {
  for (let from = 0; from < rows.length; from += rowsABlock) {
    const to = from + rowsABlock;
    yield [from, { rows: rows.slice(from, to), numbers: rowNumbers.slice(from, to) }];
  }
}

/** Unreadable rows are null and never sent; an unreadable cell counts as sent at its maximum cost. */
export function readRun(
  { limits, rowCount, ...head }: RunHead,
  blocks: readonly NumberedRecord[],
  cells: readonly NumberedRecord[],
): StoredRun {
  const readable = blocks.flatMap(([from, record]) => {
    const block = Rows.safeParse(record).data;
    return block === undefined ? [] : [{ from, ...block }];
  });
  const length = rowCount ?? Math.max(0, ...readable.map((block) => block.from + block.rows.length));
  const rows = Array.from({ length }, (): readonly string[] | null => null);
  const rowNumbers = rows.map((_, row) => row + 1);
  for (const { from, rows: found, numbers } of readable) {
    rows.splice(from, found.length, ...found);
    rowNumbers.splice(from, numbers.length, ...numbers);
  }
  const plan: RunPlan = { ...head, rows, rowNumbers };
  const read = readPlan(plan);
  const readCell = ([cell, record]: NumberedRecord): StoredCell => {
    const stored = StoredCell.safeParse(record).data;
    if (stored !== undefined) return stored;
    const request = read.requestOf(cell);
    const sent = request.ok ? request.bound : { tokens: null, dollars: null };
    const error = 'The saved answer cannot be read. It may have been charged.';
    return { cell, sent, spent: { tokens: 0, dollars: 0 }, result: { ...lostResult(), error } };
  };
  return { plan, limits, cells: cells.filter(([cell]) => cell < read.count).map(readCell) };
}

const price = z.nullable(z.object({ input: z.number(), output: z.number() }));

/** Older builds stored the profile; the service behind the page's own server is unknown. */
const OlderService = z.pipe(
  z.object({ profileId: z.string(), baseUrl: z.string() }),
  z.transform(({ profileId, baseUrl }) =>
    profileId === 'server' ? null : { key: `${profileId} ${baseUrl}`, baseUrl },
  ),
);

const Limits = z.pipe(
  z.object({
    atOnce: z.number(),
    unit: z.enum(['dollars', 'tokens']),
    bound: z.nullable(z.number()),
    isArmed: z.boolean(),
  }),
  z.transform(({ isArmed, ...limits }): RunLimits => ({ ...limits, autoResume: isArmed })),
);

const RunHead = z.object({
  id: z.string(),
  startedAt: z.string(),
  name: z.string(),
  draft: Draft,
  columns: z.array(z.string()),
  outputs: z
    .array(z.extend(Output, { prices: price, contextLength: z.nullable(z.number()) }))
    .check(z.minLength(1)),
  service: z._default(z.nullable(z.union([ServiceOfRun, OlderService])), null),
  limits: Limits,
  /** Absent in older builds: the readable rows count. */
  rowCount: z.optional(z.int()),
});

type RunHead = z.infer<typeof RunHead>;

const Rows = z.object({ rows: z.array(z.array(z.string())), numbers: z.array(z.number()) });

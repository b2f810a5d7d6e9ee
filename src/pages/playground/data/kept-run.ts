// The newest run in the browser's database: its plan, its rows and every cell, written in batches as they come.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { Draft } from '#pages/playground/draft.ts';
import { numberParameters } from '#pages/playground/parameters.ts';
import type { RunLimits } from './pause-reason.ts';
import { KeptCell } from './kept-cell.ts';
import type { RunPlan } from './plan.ts';

const rowsABlock = 1_000;
const cellsARead = 2_000;
/** Milliseconds for which cells are collected before they are written together. */
const batchMs = 120;

interface Schema extends DBSchema {
  runs: { key: string; value: unknown };
  rows: { key: [string, number]; value: unknown };
  cells: { key: [string, number]; value: unknown };
}

/** A run as it was kept. */
export interface KeptRun {
  readonly plan: RunPlan;
  readonly limits: RunLimits;
  readonly cells: readonly KeptCell[];
}

/** The place where the newest run is kept. Every function rejects where the browser refuses. */
export interface RunKeeper {
  load: () => Promise<KeptRun | null>;
  /** Puts a new run in the place of the older one. */
  begin: (plan: RunPlan, limits: RunLimits) => Promise<void>;
  /** Keeps what is known of a cell; several are written together. */
  keep: (cell: KeptCell) => void;
  keepLimits: (limits: RunLimits) => Promise<void>;
  /** Writes at once what is waiting. */
  flush: () => Promise<void>;
  clear: () => Promise<void>;
}

/** Opens the database. @param onFailure hears of a write that the browser refused */
export async function openRunKeeper(onFailure: () => void): Promise<RunKeeper> {
  const database = await openDB<Schema>('inferdeck-data-runs', 1, {
    upgrade(fresh) {
      for (const name of ['runs', 'rows', 'cells'] as const) fresh.createObjectStore(name);
    },
  });
  let waiting = new Map<number, KeptCell>();
  let current = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const cells = waiting;
    waiting = new Map();
    if (cells.size === 0) return;
    const writing = database.transaction('cells', 'readwrite');
    const puts = [...cells].map(([cell, kept]) => writing.store.put(kept, [current, cell]));
    await Promise.all([...puts, writing.done]);
  }

  /** Empties the database, in the transaction that `begin` writes in: whichever is called last holds. */
  function empty() {
    waiting.clear();
    const stores = ['runs', 'rows', 'cells'] as const;
    const emptying = database.transaction(stores, 'readwrite');
    return { emptying, cleared: stores.map((name) => emptying.objectStore(name).clear()) };
  }

  return {
    flush,
    async clear() {
      const { emptying, cleared } = empty();
      await Promise.all([...cleared, emptying.done]);
    },
    async load() {
      const [stored] = await database.getAll('runs');
      const head = RunHead.safeParse(stored).data;
      if (head === undefined) return null;
      current = head.id;
      const blocks = (await database.getAll('rows')).map((block) => Rows.parse(block));
      const { limits, ...plan } = head;
      const rows = blocks.flatMap((block) => block.rows);
      const rowNumbers = blocks.flatMap((block) => block.numbers);
      return { plan: { ...plan, rows, rowNumbers }, limits, cells: await readCells(database, current) };
    },
    async begin({ rows, rowNumbers, ...plan }, limits) {
      const { emptying: writing, cleared } = empty();
      current = plan.id;
      const puts: Promise<unknown>[] = [
        ...cleared,
        writing.objectStore('runs').put({ ...plan, limits }, 'newest'),
      ];
      for (let from = 0; from < rows.length; from += rowsABlock) {
        const block = {
          rows: rows.slice(from, from + rowsABlock),
          numbers: rowNumbers.slice(from, from + rowsABlock),
        };
        puts.push(writing.objectStore('rows').put(block, [plan.id, from]));
      }
      await Promise.all([...puts, writing.done]);
    },
    keep(cell) {
      waiting.set(cell.cell, cell);
      timer ??= setTimeout(() => void flush().catch(onFailure), batchMs);
    },
    async keepLimits(limits) {
      const head = RunHead.safeParse(await database.get('runs', 'newest')).data;
      if (head !== undefined) await database.put('runs', { ...head, limits }, 'newest');
    },
  };
}

async function readCells(database: IDBPDatabase<Schema>, run: string): Promise<KeptCell[]> {
  const cells: KeptCell[] = [];
  let from = 0;
  for (;;) {
    const range = IDBKeyRange.bound([run, from], [run, Number.POSITIVE_INFINITY]);
    const block = await database.getAll('cells', range, cellsARead);
    // One cell that cannot be read costs itself alone.
    for (const value of block) {
      const cell = KeptCell.safeParse(value).data;
      if (cell !== undefined) cells.push(cell);
    }
    const last = block.length < cellsARead ? undefined : KeptCell.safeParse(block.at(-1)).data;
    if (last === undefined) return cells;
    from = last.cell + 1;
  }
}

const price = z.nullable(z.object({ input: z.number(), output: z.number() }));

const RunHead = z.object({
  id: z.string(),
  startedAt: z.string(),
  name: z.string(),
  draft: Draft,
  columns: z.array(z.string()),
  outputs: z.array(
    z.object({
      id: z.number(),
      model: z.string(),
      changes: z.partialRecord(z.enum(numberParameters), z.string()),
      prices: price,
      contextLength: z.nullable(z.number()),
    }),
  ),
  service: z._default(z.nullable(z.object({ profileId: z.string(), baseUrl: z.string() })), null),
  limits: z.object({
    atOnce: z.number(),
    unit: z.enum(['dollars', 'tokens']),
    bound: z.nullable(z.number()),
    isArmed: z.boolean(),
  }),
});

const Rows = z.object({ rows: z.array(z.array(z.string())), numbers: z.array(z.number()) });

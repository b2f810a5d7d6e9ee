// The records that a run is kept as: a head, blocks of rows, and cells. What is damaged among them costs itself alone.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { Draft } from '#draft/draft.ts';
import { numberFields } from '#api/schema/request-fields.ts';
import { lostResult } from './cell.ts';
import { KeptCell } from './kept-cell.ts';
import type { RunLimits } from './pause-reason.ts';
import { readPlan, type RunPlan } from './plan.ts';

const rowsABlock = 1_000;

/** A run as it was kept. */
export interface KeptRun {
  readonly plan: RunPlan;
  readonly limits: RunLimits;
  readonly cells: readonly KeptCell[];
}

/** A record with the number in its key: the first row of a block, or a cell. */
export type NumberedRecord = readonly [number, unknown];

/** The plan and limits of a run, without its rows. */
export function writeHead(plan: RunPlan, limits: RunLimits): RunHead {
  const { id, startedAt, name, draft, columns, rows, outputs, service } = plan;
  const lists = { columns: [...columns], outputs: [...outputs] };
  return { id, startedAt, name, draft, ...lists, rowCount: rows.length, service, limits };
}

/** Null for what is no head, or one of another version. */
export function readHead(record: unknown): RunHead | null {
  return RunHead.safeParse(record).data ?? null;
}

/** The rows of a run in blocks. */
export function* writeRows({ rows, rowNumbers }: RunPlan): Generator<NumberedRecord> {
  for (let from = 0; from < rows.length; from += rowsABlock) {
    const to = from + rowsABlock;
    yield [from, { rows: rows.slice(from, to), numbers: rowNumbers.slice(from, to) }];
  }
}

/**
 * The run of a head. Rows that cannot be read are null in its plan, and are never sent; a cell that cannot be read counts
 * as sent, with the most that it can have cost.
 */
export function readKept(
  { limits, rowCount, ...head }: RunHead,
  blocks: readonly NumberedRecord[],
  cells: readonly NumberedRecord[],
): KeptRun {
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
  const readCell = ([cell, record]: NumberedRecord): KeptCell => {
    const kept = KeptCell.safeParse(record).data;
    if (kept !== undefined) return kept;
    const request = read.requestOf(cell);
    const sent = request.ok ? request.bound : { tokens: null, dollars: null };
    const error = 'What was kept of this cell cannot be read. It may have been charged.';
    return { cell, sent, spent: { tokens: 0, dollars: 0 }, result: { ...lostResult(), error } };
  };
  return { plan, limits, cells: cells.filter(([cell]) => cell < read.count).map(readCell) };
}

const price = z.nullable(z.object({ input: z.number(), output: z.number() }));

const Service = z.object({ key: z.string(), baseUrl: z.string() });

/** Older builds kept the profile; who was behind the page's own server they did not, so that is not known. */
const OlderService = z.pipe(
  z.object({ profileId: z.string(), baseUrl: z.string() }),
  z.transform(({ profileId, baseUrl }) =>
    profileId === 'server' ? null : { key: `${profileId} ${baseUrl}`, baseUrl },
  ),
);

const RunHead = z.object({
  id: z.string(),
  startedAt: z.string(),
  name: z.string(),
  draft: Draft,
  columns: z.array(z.string()),
  outputs: z
    .array(
      z.object({
        id: z.number(),
        model: z.string(),
        changes: z.partialRecord(z.enum(numberFields), z.string()),
        prices: price,
        contextLength: z.nullable(z.number()),
      }),
    )
    .check(z.minLength(1)),
  service: z._default(z.nullable(z.union([Service, OlderService])), null),
  limits: z.object({
    atOnce: z.number(),
    unit: z.enum(['dollars', 'tokens']),
    bound: z.nullable(z.number()),
    isArmed: z.boolean(),
  }),
  /** Older builds wrote none: then there are as many as can be read. */
  rowCount: z.optional(z.int()),
});

/** What is kept of a plan besides its rows. */
export type RunHead = z.infer<typeof RunHead>;

const Rows = z.object({ rows: z.array(z.array(z.string())), numbers: z.array(z.number()) });

// A comparison whose runs are there again after a reload.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import { Draft } from '#draft/draft.ts';
import type { RequestPoolParts } from '#run/request-pool.ts';
import type { ShelvedRun } from '#run/saved-runs.ts';
import type { Run } from '#run/run.ts';
import { randomId } from '#lib/random-id.ts';
import { chunk } from '#ui/chunk.ts';
import { columnLimit } from './column.ts';
import { createComparison, runsAColumn, type Comparison } from './comparison.ts';

/** Runs that are brought back at most: all that twelve columns keep. */
const mostRuns = columnLimit * runsAColumn;

/** Which column a run belongs to, and what it was sent from. */
const Head = z.object({ column: z.string(), draft: Draft });

/** The comparison, and the way to bring back what it had; asked as often as one likes, it reads once. */
export interface KeptComparison {
  readonly comparison: Comparison;
  readonly restore: () => Promise<void>;
}

/**
 * Where the browser keeps nothing, the comparison lives as long as the page, as every run does.
 * @param set names it among what is kept
 * @param has whether a column is still there: runs of one that is gone are dropped
 */
export function createKeptComparison(
  set: string,
  has: (columnId: string) => boolean,
  parts: RequestPoolParts = {},
): KeptComparison {
  const keys = new Map<number, string>();
  let reading: Promise<void> | null = null;

  const comparison = createComparison(parts, {
    onEnded(column, { draft }, run) {
      if (wasStoppedUnsent(run)) return;
      const key = `${run.startedAt.toISOString()} ${randomId()}`;
      keys.set(run.id, key);
      void (async () => {
        const [{ shelf }, { writeRun }] = await load();
        const file = await writeRun(run);
        if (file !== null && keys.has(run.id)) await shelf.put(set, { key, head: { column, draft }, file });
      })().catch(() => undefined);
    },
    onForgotten(runId) {
      const key = keys.get(runId);
      keys.delete(runId);
      if (key !== undefined) void drop(key).catch(() => undefined);
    },
  });

  async function drop(key: string): Promise<void> {
    const [{ shelf }] = await load();
    await shelf.drop(set, key);
  }

  async function bringBack({ key, head, file }: ShelvedRun): Promise<void> {
    const known = Head.safeParse(head).data;
    const [, { readRun }] = await load();
    const run = known !== undefined && has(known.column) ? await readRun(file) : null;
    if (known === undefined || run === null) return drop(key);
    keys.set(run.id, key);
    comparison.restore(known.column, known.draft, run);
  }

  async function readAll(): Promise<void> {
    const [{ shelf }] = await load();
    const all = await shelf.load(set);
    for (const { key } of all.slice(0, -mostRuns)) await drop(key);
    // One after another: the order is that of the times when they began.
    for (const shelved of all.slice(-mostRuns)) await bringBack(shelved);
  }

  return {
    comparison,
    restore() {
      reading ??= readAll().catch(() => undefined);
      return reading;
    },
  };
}

/** It left the line, or was stopped before anything came: there is nothing to keep. */
function wasStoppedUnsent({ state, recording }: Run): boolean {
  return state.phase === 'ended' && state.endState === 'stopped' && recording.events.texts.length === 0;
}

function load() {
  return Promise.all([chunk(() => import('#run/saved-runs.ts')), chunk(() => import('#run/saved-runs.ts'))]);
}

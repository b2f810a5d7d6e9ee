// Request sets of a lab, persisted.
import { useEffect, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { nextStep } from '#pages/playground/recovery/next-step.ts';
import { createRequestPool, type RequestPoolParts } from '#run/request-pool.ts';
import { noteRepeated } from '#run/resumed-runs.ts';
import { isRunning, type Run, isWhole } from '#run/run.ts';
import { chunk } from '#ui/lazy-part.ts';
import { usePulse } from '#ui/use-pulse.tsx';

export interface RunSetState<Plan> {
  /** Runs are in the order of its requests. */
  readonly plan: Plan;
  readonly runs: readonly Run[];
  readonly runningCount: number;
}

export interface RunSet<Plan> {
  /** Drops the older set. A no-op while running. */
  start: (client: Client, plan: Plan, requests: readonly CompletionRequest[]) => void;
  /** Retries retryable failures. A no-op while running. */
  again: (client: Client) => void;
  /** Also removes queued requests. */
  stop: () => void;
  /** Redraws on starts and ends, and five times a second while streaming. */
  useRunSet: () => RunSetState<Plan> | null;
  /** Outside React. */
  current: () => RunSetState<Plan> | null;
}

/** Faster figures cannot be read. */
const growingMs = 200;

/**
 * Create it at module scope. Stores the latest set if there is room.
 * @param key of the stored set
 * @param schema of the plan; others, as from another build, are not restored
 */
export function createRunSet<Plan>(
  key: string,
  schema: z.ZodMiniType<Plan>,
  parts: RequestPoolParts = {},
): RunSet<Plan> {
  const pool = createRequestPool(parts);
  let plan: Plan | null = null;
  let ids: readonly number[] = [];
  /** By id. */
  const restored = createStore<ReadonlyMap<number, Run>>(() => new Map());
  let reading: Promise<void> | null = null;
  const get = (id: number) => pool.get(id) ?? restored.getState().get(id);
  const runs = () => ids.flatMap((id) => get(id) ?? []);

  const phases = () =>
    runs()
      .map(({ id, state }) => `${id} ${state.phase}`)
      .join();

  function current(): RunSetState<Plan> | null {
    if (plan === null) return null;
    const all = runs();
    return { plan, runs: all, runningCount: all.filter(isRunning).length };
  }

  function sendAgain(client: Client, id: number): number {
    const run = get(id);
    if (run === undefined || !isWorthAgain(run)) return id;
    pool.forget(id);
    const next = pool.start(client, run.request);
    noteRepeated(next, id);
    return next;
  }

  /** Stores the set once all runs ended, unless another has started. */
  async function keep(): Promise<void> {
    const mine = ids;
    await Promise.all(mine.flatMap((id) => (pool.get(id) ? [pool.ended(id)] : [])));
    if (ids === mine) await store(key, plan, runs());
  }

  async function restore(): Promise<void> {
    const saved = await readStored(key);
    const head = schema.safeParse(planOf(saved?.head));
    if (saved === null || !head.success || plan !== null) return;
    plan = head.data;
    ids = saved.runs.map(({ id }) => id);
    restored.setState(new Map(saved.runs.map((run) => [run.id, run])), true);
  }

  return {
    start(client, next, requests) {
      if (runs().some(isRunning)) return;
      for (const id of ids) pool.forget(id);
      plan = next;
      ids = requests.map((request) => pool.start(client, request));
      void keep();
    },
    again(client) {
      if (runs().some(isRunning)) return;
      ids = ids.map((id) => sendAgain(client, id));
      void keep();
    },
    stop() {
      // From the end: a freed slot must not go to a run that is about to be stopped.
      for (const id of ids.toReversed()) pool.stop(id);
    },
    useRunSet() {
      useSyncExternalStore(pool.subscribe, phases);
      usePulse(pool.subscribe, growingMs);
      useStore(restored);
      useEffect(() => {
        reading ??= restore();
      }, []);
      return current();
    },
    current,
  };
}

/** Characters; larger results are not stored. */
const mostText = 24_000_000;

/** Ignores storage errors. */
async function store(key: string, head: unknown, runs: readonly Run[]): Promise<void> {
  try {
    const { savedRuns, writeRun } = await chunk(() => import('#run/saved-runs.ts'));
    const files: string[] = [];
    for (const run of runs) files.push((await writeRun(run)) ?? '');
    const isTooLarge = files.reduce((sum, file) => sum + file.length, 0) > mostText;
    const saved = files.map((file, position) => ({
      key: String(position).padStart(6, '0'),
      head: position === 0 ? head : null,
      file,
    }));
    await savedRuns.replace(key, isTooLarge ? [] : saved);
  } catch {}
}

/** Null, too, if partly unreadable. */
async function readStored(key: string) {
  try {
    const { savedRuns, readRun } = await chunk(() => import('#run/saved-runs.ts'));
    const saved = await savedRuns.load(key);
    const runs: Run[] = [];
    for (const { file } of saved) {
      const run = await readRun(file);
      if (run !== null) runs.push(run);
    }
    return runs.length < saved.length ? null : { head: saved[0]?.head, runs };
  } catch {
    return null;
  }
}

/** Older builds stored plans of scores under `subject`. */
function planOf(head: unknown): unknown {
  return typeof head === 'object' && head !== null && 'subject' in head ? head.subject : head;
}

/** Ended incomplete, but not stopped. */
export function hasFailed({ state }: Run): boolean {
  return state.phase === 'ended' && !isWhole(state.endState) && state.endState !== 'stopped';
}

export function isWorthAgain(run: Run): boolean {
  return hasFailed(run) && nextStep(run).canRepeat;
}

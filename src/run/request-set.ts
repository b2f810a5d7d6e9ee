// Request set: sent together, kept together.
import { useEffect, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { chunk } from '#ui/lazy-part.ts';
import { usePulse } from '#ui/use-pulse.tsx';
import { nextStep } from './next-step.ts';
import { createRequestPool, type RequestPoolParts } from './request-pool.ts';
import { noteRepeated } from './resumed-runs.ts';
import { isRunning, type Run } from './run.ts';
import type { SavedRun, WrittenRun } from './saved-runs.ts';

// Labs and the held-out check. Compare, data and alternatives put their own rules (columns, budget and pause, one token
// each) directly on the request pool.
export interface RequestSetState<Plan> {
  /** Runs are in the order of its requests. */
  readonly plan: Plan;
  readonly runs: readonly Run[];
  readonly runningCount: number;
  /** Too large, or refused by the browser: it ends with the page. */
  readonly isUnstored: boolean;
}

export interface RequestSet<Plan> {
  /** Drops the older set. A no-op while running. */
  start: (client: Client, plan: Plan, requests: readonly CompletionRequest[]) => void;
  /** Sends these again, by default what failed and may succeed, each in its place. A no-op while running. */
  again: (client: Client, isMeant?: (run: Run) => boolean) => void;
  stop: () => void;
  /** Reads the stored set, once. */
  restore: () => void;
  current: () => RequestSetState<Plan> | null;
  subscribe: (listener: () => void) => () => void;
}

interface Stored<Plan> {
  readonly key: string;
  /** Other plans, as of another build, are not restored. */
  readonly schema: z.ZodMiniType<Plan>;
}

interface RequestSetParts extends RequestPoolParts {
  /** Of an ended run: what is still queued is not sent. */
  readonly endsSet?: (run: Run) => boolean;
}

/** @param stored where the latest set is kept, if there is room; then create it at module scope */
export function createRequestSet<Plan>(
  stored: Stored<Plan> | null,
  { endsSet, ...parts }: RequestSetParts = {},
): RequestSet<Plan> {
  const pool = createRequestPool(parts);
  const set = createStore<{
    readonly plan: Plan | null;
    readonly ids: readonly number[];
    readonly isUnstored: boolean;
  }>(() => ({ plan: null, ids: [], isUnstored: false }));
  let reading: Promise<void> | null = null;
  let isKept = true;
  const runs = () => set.getState().ids.flatMap((id) => pool.get(id) ?? []);

  function current(): RequestSetState<Plan> | null {
    const { plan, isUnstored } = set.getState();
    if (plan === null) return null;
    const all = runs();
    return { plan, runs: all, runningCount: all.filter(isRunning).length, isUnstored };
  }

  function send(client: Client, request: CompletionRequest): number {
    return pool.start(client, request, {
      onEnded(run) {
        if (endsSet?.(run) !== true) return;
        pool.stop(...runs().flatMap(({ id, state }) => (state.phase === 'queued' ? [id] : [])));
      },
    });
  }

  function sendAgain(client: Client, run: Run): number {
    pool.forget(run.id);
    const next = send(client, run.request);
    noteRepeated(next, run.id);
    return next;
  }

  /** Stores the set once all runs ended, unless another has started. */
  async function keep(): Promise<void> {
    if (stored === null) return;
    const { plan, ids } = set.getState();
    isKept = false;
    await Promise.all(ids.map(pool.ended));
    if (ids !== set.getState().ids) return;
    const isStored = await store(stored.key, plan, runs());
    if (ids !== set.getState().ids) return;
    isKept = true;
    set.setState({ isUnstored: !isStored });
  }

  async function restore({ key, schema }: Stored<Plan>): Promise<void> {
    void keepOnLeaving(key);
    const saved = await readStored(key);
    const plan = schema.safeParse(planOf(saved?.head));
    if (saved === null || !plan.success || set.getState().plan !== null) return;
    set.setState({ plan: plan.data, ids: saved.runs.map(pool.show) });
  }

  /** A page that closes before the set is stored stores what the runs brought. */
  async function keepOnLeaving(key: string): Promise<void> {
    const { onLeaving, savedSets, writeClosedRun } = await chunk(() => import('#run/saved-runs.ts'));
    onLeaving(() => {
      if (isKept) return;
      const written = runs().map(writeClosedRun);
      savedSets.replace(key, savedSet(set.getState().plan, written)).catch(() => undefined);
    });
  }

  return {
    start(client, plan, requests) {
      if (runs().some(isRunning)) return;
      for (const { id } of runs()) pool.forget(id);
      set.setState({ plan, ids: requests.map((request) => send(client, request)), isUnstored: false });
      void keep();
    },
    again(client, isMeant = (run) => nextStep(run).canRepeat) {
      const all = runs();
      if (all.some(isRunning)) return;
      set.setState({
        ids: all.map((run) => (isMeant(run) ? sendAgain(client, run) : run.id)),
      });
      void keep();
    },
    stop: () => pool.stop(...set.getState().ids),
    restore() {
      if (stored !== null) reading ??= restore(stored);
    },
    current,
    subscribe(listener) {
      const leave = [set.subscribe(listener), pool.subscribe(listener)];
      return () => leave.forEach((each) => each());
    },
  };
}

/** Faster figures cannot be read. */
const growingMs = 200;

/** Redraws on starts and ends, and five times a second while streaming. */
export function useRequestSet<Plan>(set: RequestSet<Plan>): RequestSetState<Plan> | null {
  useSyncExternalStore(set.subscribe, () => phasesOf(set.current()));
  usePulse(set.subscribe, growingMs);
  useEffect(() => set.restore(), [set]);
  return set.current();
}

function phasesOf(state: RequestSetState<unknown> | null): string {
  return state === null ? '' : state.runs.map(({ id, state: { phase } }) => `${id} ${phase}`).join();
}

/** Characters; larger results are not stored. */
const maxTextLength = 24_000_000;

/** @returns false if it is too large or storage refuses */
async function store(key: string, head: unknown, runs: readonly Run[]): Promise<boolean> {
  try {
    const { savedSets, writeRun } = await chunk(() => import('#run/saved-runs.ts'));
    const written: WrittenRun[] = [];
    for (const run of runs) written.push((await writeRun(run)) ?? { file: '' });
    const saved = savedSet(head, written);
    await savedSets.replace(key, saved);
    return saved.length > 0;
  } catch {
    return false;
  }
}

/** Empty if it is too large. */
function savedSet(head: unknown, written: readonly WrittenRun[]): SavedRun[] {
  if (written.reduce((sum, { file }) => sum + file.length, 0) > maxTextLength) return [];
  return written.map((run, position) => ({
    ...run,
    key: String(position).padStart(6, '0'),
    head: position === 0 ? head : null,
  }));
}

/** Null, too, if partly unreadable. */
async function readStored(key: string) {
  try {
    const { savedSets, readRun } = await chunk(() => import('#run/saved-runs.ts'));
    const saved = await savedSets.load(key);
    const runs: Run[] = [];
    for (const each of saved) {
      const run = await readRun(each);
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

// Several requests sent together for one experiment, and what came of each: stopped as one, the newest kept over a reload.
import { useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { createRequestPool, type RequestPoolParts } from '#run/request-pool.ts';
import { noteRepeated } from '#run/resumed-runs.ts';
import { usePulse } from '#ui/use-pulse.ts';
import { isRunning, type Run } from '#run/run.ts';
import { keepNewest, readNewest, type Keeping } from './newest.ts';
import { isWorthAgain } from './worth-again.ts';

/** The newest set. */
export interface RunSetState<Plan> {
  /** What the set was asked for; the runs are in the order of its requests. */
  readonly plan: Plan;
  readonly runs: readonly Run[];
  readonly runningCount: number;
}

/** One experiment's runs. */
export interface RunSet<Plan> {
  /** Sends every request once and forgets the older set. Nothing happens while one is running. */
  start: (client: Client, plan: Plan, requests: readonly CompletionRequest[]) => void;
  /** Sends once more what failed and may succeed; the others stay as they are. Nothing happens while one is running. */
  again: (client: Client) => void;
  /** Ends what runs and what stands in line. */
  stop: () => void;
  /** The newest set; null before the first. Drawn again when a run begins or ends, and five times a second while tokens come. */
  useRunSet: () => RunSetState<Plan> | null;
  /** The same at this moment. */
  current: () => RunSetState<Plan> | null;
}

/** Figures that change faster cannot be read, and cost as much as the answers are long. */
const growingMs = 200;

/** Made once for an experiment, beside its component. */
export function createRunSet<Plan>(parts: RequestPoolParts = {}, keeping?: Keeping<Plan>): RunSet<Plan> {
  const fleet = createRequestPool(parts);
  let plan: Plan | null = null;
  let ids: readonly number[] = [];
  /** From before a reload, by id. */
  const restored = createStore<ReadonlyMap<number, Run>>(() => new Map());
  let reading: Promise<void> | null = null;
  const get = (id: number) => fleet.get(id) ?? restored.getState().get(id);
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
    fleet.forget(id);
    const next = fleet.start(client, run.request);
    noteRepeated(next, id);
    return next;
  }

  /** Keeps the set once all of it has ended, unless another one has begun by then. */
  async function keep(): Promise<void> {
    const mine = ids;
    await Promise.all(mine.flatMap((id) => (fleet.get(id) ? [fleet.ended(id)] : [])));
    if (keeping !== undefined && ids === mine) await keepNewest(keeping.set, plan, runs());
  }

  async function restore(): Promise<void> {
    const newest = keeping && (await readNewest(keeping));
    if (!newest || plan !== null) return;
    plan = newest.head;
    ids = newest.runs.map(({ id }) => id);
    restored.setState(new Map(newest.runs.map((run) => [run.id, run])), true);
  }

  return {
    start(client, next, requests) {
      if (runs().some(isRunning)) return;
      for (const id of ids) fleet.forget(id);
      plan = next;
      ids = requests.map((request) => fleet.start(client, request));
      void keep();
    },
    again(client) {
      if (runs().some(isRunning)) return;
      ids = ids.map((id) => sendAgain(client, id));
      void keep();
    },
    stop() {
      // The last come first: a place that becomes free is not given to a run that is about to be stopped.
      for (const id of ids.toReversed()) fleet.stop(id);
    },
    useRunSet() {
      useSyncExternalStore(fleet.subscribe, phases);
      usePulse(fleet.subscribe, growingMs);
      useStore(restored);
      useEffect(() => {
        reading ??= restore();
      }, []);
      return current();
    },
    current,
  };
}

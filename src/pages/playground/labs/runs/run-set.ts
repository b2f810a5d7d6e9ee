// Several requests sent together for one experiment, and what came of each: kept while the view is left, stopped as one.
import { useSyncExternalStore } from 'react';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { createFleet, type FleetParts } from '#pages/playground/fleet.ts';
import { noteRepeated } from '#pages/playground/resume/resumed-runs.ts';
import { isRunning, type Run } from '#pages/playground/run.ts';
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
  /** The newest set, drawn again in every frame that brought something; null before the first. */
  useRunSet: () => RunSetState<Plan> | null;
  /** The same at this moment. */
  current: () => RunSetState<Plan> | null;
}

/** Made once for an experiment, beside its component. */
export function createRunSet<Plan>(parts: FleetParts = {}): RunSet<Plan> {
  const fleet = createFleet(parts);
  let plan: Plan | null = null;
  let ids: readonly number[] = [];
  const runs = () => ids.flatMap((id) => fleet.get(id) ?? []);

  function current(): RunSetState<Plan> | null {
    if (plan === null) return null;
    const all = runs();
    return { plan, runs: all, runningCount: all.filter(isRunning).length };
  }

  function sendAgain(client: Client, id: number): number {
    const run = fleet.get(id);
    if (run === undefined || !isWorthAgain(run)) return id;
    fleet.forget(id);
    const next = fleet.start(client, run.request);
    noteRepeated(next, id);
    return next;
  }

  return {
    start(client, next, requests) {
      if (runs().some(isRunning)) return;
      for (const id of ids) fleet.forget(id);
      plan = next;
      ids = requests.map((request) => fleet.start(client, request));
    },
    again(client) {
      if (!runs().some(isRunning)) ids = ids.map((id) => sendAgain(client, id));
    },
    stop() {
      // The last come first: a place that becomes free is not given to a run that is about to be stopped.
      for (const id of ids.toReversed()) fleet.stop(id);
    },
    useRunSet() {
      useSyncExternalStore(fleet.subscribe, fleet.version);
      return current();
    },
    current,
  };
}

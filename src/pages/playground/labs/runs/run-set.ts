// Several requests sent together for one experiment, and what came of each: kept while the view is left, stopped as one.
import { useSyncExternalStore } from 'react';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { createFleet } from '#pages/playground/fleet.ts';
import { isRunning, type Run } from '#pages/playground/run.ts';

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
  /** Ends what runs and what stands in line. */
  stop: () => void;
  /** The newest set, drawn again in every frame that brought something; null before the first. */
  useRunSet: () => RunSetState<Plan> | null;
}

/** Made once for an experiment, beside its component. */
export function createRunSet<Plan>(): RunSet<Plan> {
  const fleet = createFleet();
  let plan: Plan | null = null;
  let ids: readonly number[] = [];
  const runs = () => ids.flatMap((id) => fleet.get(id) ?? []);

  return {
    start(client, next, requests) {
      if (runs().some(isRunning)) return;
      for (const id of ids) fleet.forget(id);
      plan = next;
      ids = requests.map((request) => fleet.start(client, request));
    },
    stop() {
      // The last come first: a place that becomes free is not given to a run that is about to be stopped.
      for (const id of ids.toReversed()) fleet.stop(id);
    },
    useRunSet() {
      useSyncExternalStore(fleet.subscribe, fleet.version);
      if (plan === null) return null;
      const all = runs();
      return { plan, runs: all, runningCount: all.filter(isRunning).length };
    },
  };
}

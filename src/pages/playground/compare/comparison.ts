// The runs of a comparison, a few a column, each bound to what it was sent with; they go on while the view is left.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Draft } from '#draft/draft.ts';
import { createRequestPool, type RequestPool, type RequestPoolParts } from '#run/request-pool.ts';
import { isRunning, type Run } from '#run/run.ts';

/** What a column shows: a run, and the form that it was sent from. */
export interface Shown {
  readonly runId: number;
  readonly draft: Draft;
}

/** Runs that a column keeps; of more, the oldest is dropped. */
export const runsAColumn = 5;

/** The runs, by column. */
export interface Comparison {
  readonly fleet: RequestPool;
  readonly shown: StoreApi<Readonly<Record<string, Shown>>>;
  /** All that each column has, the oldest first; what is shown is one of them. */
  readonly kept: StoreApi<Readonly<Record<string, readonly Shown[]>>>;
  /** The newest state of a run, also of one from before; undefined for one that is forgotten. */
  get: (runId: number) => Run | undefined;
  /** Sends a column's request and shows it; one that still receives is stopped. @returns the run's id */
  run: (client: Client, columnId: string, draft: Draft, request: CompletionRequest) => number;
  /** Shows another run that the column has. */
  show: (columnId: string, runId: number) => void;
  /** Adds a run from before, which has ended; it is shown unless the column has one of this page. */
  restore: (columnId: string, draft: Draft, run: Run) => void;
  /** The run of a column; undefined where it has none. */
  runOf: (columnId: string) => Run | undefined;
  /** Ends the run of a column. */
  stop: (columnId: string) => void;
  /** Ends all of them; those in line leave it first, so that none of them is sent in the place of another. */
  stopAll: () => void;
  /** Drops all runs of a column. */
  forget: (columnId: string) => void;
  /** Ids of the runs in line, in its order. */
  inLine: () => readonly number[];
}

/** Who keeps the runs hears of those that have ended, and of those that are dropped. */
export interface ComparisonKeeper {
  readonly onEnded: (columnId: string, shown: Shown, run: Run) => void;
  readonly onForgotten: (runId: number) => void;
}

/** A comparison without runs. */
export function createComparison(parts: RequestPoolParts = {}, keeper?: ComparisonKeeper): Comparison {
  const fleet = createRequestPool(parts);
  const shown = createStore<Readonly<Record<string, Shown>>>(() => ({}));
  const kept = createStore<Readonly<Record<string, readonly Shown[]>>>(() => ({}));
  const restored = new Map<number, Run>();
  const get = (runId: number) => restored.get(runId) ?? fleet.get(runId);

  function runs(): readonly Run[] {
    return Object.values(shown.getState())
      .flatMap(({ runId }) => get(runId) ?? [])
      .toSorted((one, other) => one.id - other.id);
  }

  function runOf(columnId: string): Run | undefined {
    const entry = shown.getState()[columnId];
    return entry && get(entry.runId);
  }

  function stop(columnId: string): void {
    const run = runOf(columnId);
    if (run !== undefined) fleet.stop(run.id);
  }

  function drop(runId: number): void {
    restored.delete(runId);
    fleet.forget(runId);
    keeper?.onForgotten(runId);
  }

  /** Puts the runs of a column in their order, and drops those that are too many. */
  function setKept(columnId: string, entries: readonly Shown[]): void {
    kept.setState({ [columnId]: entries.slice(-runsAColumn) });
    for (const { runId } of entries.slice(0, -runsAColumn)) drop(runId);
  }

  async function tell(columnId: string, entry: Shown): Promise<void> {
    const run = await fleet.ended(entry.runId);
    if (has(columnId, run.id)) keeper?.onEnded(columnId, entry, run);
  }

  const has = (columnId: string, runId: number) => keptOf(columnId).some((entry) => entry.runId === runId);
  const keptOf = (columnId: string) => kept.getState()[columnId] ?? [];

  return {
    fleet,
    shown,
    kept,
    get,
    run(client, columnId, draft, request) {
      stop(columnId);
      const entry = { runId: fleet.start(client, request), draft };
      shown.setState({ [columnId]: entry });
      setKept(columnId, [...keptOf(columnId), entry]);
      void tell(columnId, entry);
      return entry.runId;
    },
    show(columnId, runId) {
      const entry = keptOf(columnId).find((each) => each.runId === runId);
      if (entry !== undefined && !isRunning(runOf(columnId) ?? null)) shown.setState({ [columnId]: entry });
    },
    restore(columnId, draft, run) {
      const entry = { runId: run.id, draft };
      restored.set(run.id, run);
      const older = keptOf(columnId).filter(({ runId }) => restored.has(runId));
      const newer = keptOf(columnId).filter(({ runId }) => !restored.has(runId));
      setKept(columnId, [...older, entry, ...newer]);
      if (newer.length === 0) shown.setState({ [columnId]: entry });
    },
    runOf,
    stop,
    stopAll() {
      const going = runs().filter(isRunning);
      const queued = going.filter(({ state }) => state.phase === 'queued');
      for (const { id } of [...queued, ...going]) fleet.stop(id);
    },
    forget(columnId) {
      const { [columnId]: _, ...others } = shown.getState();
      const { [columnId]: entries = [], ...rest } = kept.getState();
      shown.setState(others, true);
      kept.setState(rest, true);
      for (const { runId } of entries) drop(runId);
    },
    inLine: () => runs().flatMap(({ id, state }) => (state.phase === 'queued' ? [id] : [])),
  };
}

/**
 * Which place in the line a run has, from 1. Others that wait for the same origin came earlier or go first: a person
 * starts the comparison that they look at last.
 * @param waiting all that wait for the origin
 */
export function placeInLine(runId: number, inLine: readonly number[], waiting: number): number {
  return Math.max(0, waiting - inLine.length) + inLine.indexOf(runId) + 1;
}

/** `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1;
  return `${place}${(!isTeen && ['', 'st', 'nd', 'rd'][place % 10]) || 'th'}`;
}

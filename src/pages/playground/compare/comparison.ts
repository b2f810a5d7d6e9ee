// The runs of a comparison: at most one a column, each bound to what it was sent with; they go on while the view is left.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Draft } from '#pages/playground/draft.ts';
import { createFleet, type Fleet, type FleetParts } from '#pages/playground/fleet.ts';
import { isRunning, type Run } from '#pages/playground/run.ts';

/** What a column shows: a run, and the form that it was sent from. */
export interface Shown {
  readonly runId: number;
  readonly draft: Draft;
}

/** The runs, by column. */
export interface Comparison {
  readonly fleet: Fleet;
  readonly shown: StoreApi<Readonly<Record<string, Shown>>>;
  /** Sends a column's request; what it showed before is dropped, and a late answer of it, too. @returns the run's id */
  run: (client: Client, columnId: string, draft: Draft, request: CompletionRequest) => number;
  /** The run of a column; undefined where it has none. */
  runOf: (columnId: string) => Run | undefined;
  /** Ends the run of a column. */
  stop: (columnId: string) => void;
  /** Ends all of them; those in line leave it first, so that none of them is sent in the place of another. */
  stopAll: () => void;
  /** Drops what a column showed. */
  forget: (columnId: string) => void;
  /** Ids of the runs in line, in its order. */
  inLine: () => readonly number[];
}

/** A comparison without runs. */
export function createComparison(parts: FleetParts = {}): Comparison {
  const fleet = createFleet(parts);
  const shown = createStore<Readonly<Record<string, Shown>>>(() => ({}));

  function runs(): readonly Run[] {
    return Object.values(shown.getState())
      .flatMap(({ runId }) => fleet.get(runId) ?? [])
      .toSorted((one, other) => one.id - other.id);
  }

  function runOf(columnId: string): Run | undefined {
    const entry = shown.getState()[columnId];
    return entry && fleet.get(entry.runId);
  }

  function forget(columnId: string): void {
    const { [columnId]: entry, ...others } = shown.getState();
    if (entry === undefined) return;
    shown.setState(others, true);
    fleet.forget(entry.runId);
  }

  return {
    fleet,
    shown,
    run(client, columnId, draft, request) {
      forget(columnId);
      const runId = fleet.start(client, request);
      shown.setState({ [columnId]: { runId, draft } });
      return runId;
    },
    runOf,
    stop(columnId) {
      const run = runOf(columnId);
      if (run !== undefined) fleet.stop(run.id);
    },
    stopAll() {
      const going = runs().filter(isRunning);
      const queued = going.filter(({ state }) => state.phase === 'queued');
      for (const { id } of [...queued, ...going]) fleet.stop(id);
    },
    forget,
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

// The run that a person looks at: one at a time; it goes on when the page is left, and is never repeated by itself.
import { useEffect, useState, useSyncExternalStore, createContext } from 'react';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { createRequestPool, type RequestPoolParts, type Player } from './request-pool.ts';
import { type RecordedRun, type Run, isRunning } from './run.ts';

/** The current run and what a person does with it. */
export interface RunStore {
  /** The newest run; null before the first. Its recording grows in place, see `version`. */
  current: () => Run | null;
  /** Starts a run. @returns false, and does nothing, while another one receives */
  start: (client: Client, request: CompletionRequest) => boolean;
  /** Starts a run whose events come from a recording. @returns false, and does nothing, while another one receives */
  play: (recorded: RecordedRun, pace: number, player: Player) => boolean;
  /** Shows a run that has ended already, all at once. @returns false, and does nothing, while another one receives */
  show: (run: Run) => boolean;
  /** Ends the run as stopped at once, and aborts its request. */
  stop: () => void;
  /** Takes the run off the page, for a new beginning. @returns false, and does nothing, while it receives */
  clear: () => boolean;
  /** Hears of changes, at most once a frame while tokens arrive. */
  subscribe: (listener: () => void) => () => void;
  /** Snapshot for useSyncExternalStore. */
  version: () => number;
}

/** A store without a run. */
export function createRunStore(parts: RequestPoolParts = {}): RunStore {
  const fleet = createRequestPool(parts);
  const current = () => fleet.last() ?? null;

  /** The older run stays with whoever still holds it. */
  function replace(begin: () => void): boolean {
    const older = current();
    if (older !== null && older.state.phase !== 'ended') return false;
    begin();
    if (older !== null) fleet.forget(older.id);
    return true;
  }

  return {
    current,
    start: (client, request) => replace(() => fleet.start(client, request, { isFirst: true })),
    play: (recorded, pace, player) => replace(() => fleet.play(recorded, pace, player)),
    show: (run) => replace(() => fleet.show(run)),
    stop() {
      const run = current();
      if (run !== null) fleet.stop(run.id);
    },
    clear: () => replace(() => undefined),
    subscribe: fleet.subscribe,
    version: fleet.version,
  };
}

/** Lives as long as the page is loaded: a run goes on while another page is open. */
export const runStore = createRunStore();

/** The current run; the component draws again when its state changes, not when tokens come. */
export function useRun(): Run | null {
  return useSyncExternalStore(runStore.subscribe, runStore.current);
}

/** As `useRun`, and the component draws again in every frame that brought something. */
export function useGrowingRun(): Run | null {
  useSyncExternalStore(runStore.subscribe, runStore.version);
  return runStore.current();
}

/** performance.now(), read again every `everyMs` while the run receives: figures that change faster cannot be read. */
export function useRunClock(run: Run | null, everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  const running = isRunning(run);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNowMs(performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return nowMs;
}

/** Sends the draft as it is then, or leads to the field that is wrong. Nothing while a run receives. */
export const RunContext = createContext<() => void>(() => undefined);

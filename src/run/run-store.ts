// Store and hooks of the current run.
import { useEffect, useState, useSyncExternalStore, createContext } from 'react';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { isChord, useCommands } from '#ui/commands.ts';
import { createRequestPool, type RequestPoolParts, type Player } from './request-pool.ts';
import { type RecordedRun, type Run, isRunning } from './run.ts';

export interface RunStore {
  /** Grows in place, see `version`. */
  current: () => Run | null;
  /** @returns false, and does nothing, while another run receives */
  start: (client: Client, request: CompletionRequest) => boolean;
  /** @returns as `start` */
  play: (recorded: RecordedRun, pace: number, player: Player) => boolean;
  /** An ended run. @returns as `start` */
  show: (run: Run) => boolean;
  stop: () => void;
  /** @returns false, and does nothing, while receiving */
  clear: () => boolean;
  /** At most once a frame while tokens arrive. */
  subscribe: (listener: () => void) => () => void;
  version: () => number;
}

export function createRunStore(parts: RequestPoolParts = {}): RunStore {
  const pool = createRequestPool(parts);
  const current = () => pool.last() ?? null;

  /** The previous run stays intact for its holders. */
  function replace(begin: () => void): boolean {
    const older = current();
    if (older !== null && older.state.phase !== 'ended') return false;
    begin();
    if (older !== null) pool.forget(older.id);
    return true;
  }

  return {
    current,
    start: (client, request) => replace(() => pool.start(client, request, { isFirst: true })),
    play: (recorded, pace, player) => replace(() => pool.play(recorded, pace, player)),
    show: (run) => replace(() => pool.show(run)),
    stop() {
      const run = current();
      if (run !== null) pool.stop(run.id);
    },
    clear: () => replace(() => undefined),
    subscribe: pool.subscribe,
    version: pool.version,
  };
}

/** Runs continue on other pages. */
export const runStore = createRunStore();

/** Rerenders on state changes, not on tokens. */
export function useRun(): Run | null {
  return useSyncExternalStore(runStore.subscribe, runStore.current);
}

/** Rerenders on new events, once a frame. */
export function useGrowingRun(): Run | null {
  useSyncExternalStore(runStore.subscribe, runStore.version);
  return runStore.current();
}

/** performance.now(), refreshed while the run receives. */
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

/** Sends the draft, or focuses the first invalid field. A no-op while a run receives. Null where no draft is sent. */
export const RunContext = createContext<(() => void) | null>(null);

interface RunKeys {
  /** As the button says it; empty where there is none. */
  readonly title?: string;
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly canStop: boolean;
}

/** Continues the only answer on the screen. */
export const continueKeys = 'Mod+Shift+Enter';

/** Also in the command palette. */
export function useRunKeys({ title = 'Run', onRun, onStop, canStop }: RunKeys): void {
  useCommands([
    { title, keys: 'Mod+Enter', isOff: !title, run: onRun },
    { title: 'Stop', keys: 'Escape', isOff: !canStop, run: onStop },
  ]);
}

/** Prevents the default. Ignores key repeats: every run may cost money. */
export function takeRunChord(
  event: Pick<
    KeyboardEvent,
    'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'preventDefault'
  >,
): boolean {
  if (!isChord('Mod+Enter', event)) return false;
  event.preventDefault();
  return !event.repeat;
}

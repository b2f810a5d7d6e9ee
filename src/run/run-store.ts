// Store and hooks of the current run, one at a time.
import { useEffect, useState, useSyncExternalStore, createContext } from 'react';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { isChord, useCommands } from '#ui/commands.ts';
import { createRequestPool, type RequestPoolParts, type Player } from './request-pool.ts';
import { type RecordedRun, type Run, isRunning } from './run.ts';

export interface RunStore {
  /** Its recording grows in place, see `version`. */
  current: () => Run | null;
  /** @returns false, and does nothing, while another run receives */
  start: (client: Client, request: CompletionRequest) => boolean;
  /** Starts a replay. @returns false, and does nothing, while another run receives */
  play: (recorded: RecordedRun, pace: number, player: Player) => boolean;
  /** Shows an ended run, all at once. @returns false, and does nothing, while another run receives */
  show: (run: Run) => boolean;
  stop: () => void;
  /** Removes the run from the page. @returns false, and does nothing, while it receives */
  clear: () => boolean;
  /** Notifies at most once a frame while tokens arrive. */
  subscribe: (listener: () => void) => () => void;
  /** Snapshot for useSyncExternalStore. */
  version: () => number;
}

export function createRunStore(parts: RequestPoolParts = {}): RunStore {
  const pool = createRequestPool(parts);
  const current = () => pool.last() ?? null;

  /** The previous run stays intact for whoever still holds it. */
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

/** A run continues on other pages of the app. */
export const runStore = createRunStore();

/** Rerenders when the run's state changes, not when tokens arrive. */
export function useRun(): Run | null {
  return useSyncExternalStore(runStore.subscribe, runStore.current);
}

/** As `useRun`, but also rerenders in every frame with new events. */
export function useGrowingRun(): Run | null {
  useSyncExternalStore(runStore.subscribe, runStore.version);
  return runStore.current();
}

/** performance.now(), refreshed every `everyMs` while the run receives. */
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

/** Sends the draft, or focuses the first invalid field. A no-op while a run receives. */
export const RunContext = createContext<() => void>(() => undefined);

interface RunKeys {
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly canStop: boolean;
}

/** For what continues the only answer on the screen. */
export const continueKeys = 'Mod+Shift+Enter';

/** Also lists both in the command palette. */
export function useRunKeys({ onRun, onStop, canStop }: RunKeys): void {
  useCommands([
    { title: 'Run', keys: 'Mod+Enter', run: onRun },
    { title: 'Stop', keys: 'Escape', isOff: !canStop, run: onStop },
  ]);
}

/** Prevents the default. Key repeats do not count: every run may cost money. */
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

/**
 * With several requests the first chord only focuses the button, which shows number and price; the second presses
 * it.
 */
export function pressOrGoTo(buttonId: string, requestCount = Infinity): void {
  const button = document.getElementById(buttonId);
  if (!(button instanceof HTMLButtonElement)) return;
  // A disabled button cannot take the focus: enable it for a moment.
  const isReady = !button.disabled;
  button.disabled = false;
  if (isReady && (requestCount === 1 || document.activeElement === button)) button.click();
  else button.focus();
}

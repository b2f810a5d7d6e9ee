// The time now, for ages and countdowns.
import { useSyncExternalStore } from 'react';

const tickMs = 1_000;

/** Unix milliseconds, renewed every `everyMs`; what is coarse is drawn again no more often than it changes. */
export function useNow(everyMs = 1_000): number {
  return useSyncExternalStore(clock.subscribe, () => clock.read(everyMs));
}

const clock = createClock({
  readMs: () => Date.now(),
  every(delayMs, act) {
    const timer = setInterval(act, delayMs);
    return () => clearInterval(timer);
  },
  isHidden: () => document.visibilityState === 'hidden',
  onTurn(act) {
    document.addEventListener('visibilitychange', act);
    return () => document.removeEventListener('visibilitychange', act);
  },
});

/** What a clock needs of a browser. Every function that begins something returns its end. */
interface ClockParts {
  /** Unix milliseconds. */
  readonly readMs: () => number;
  readonly every: (delayMs: number, act: () => void) => () => void;
  readonly isHidden: () => boolean;
  /** Calls when the tab is hidden, and when it is seen again. */
  readonly onTurn: (act: () => void) => () => void;
}

/** A store of the time, as React reads one. */
interface Clock {
  readonly subscribe: (listener: () => void) => () => void;
  /** Unix milliseconds of the last tick. @param everyMs coarser than a second: the last multiple of it */
  readonly read: (everyMs: number) => number;
}

/** It starts with its first listener and ends with its last. */
export function createClock({ readMs, every, isHidden, onTurn }: ClockParts): Clock {
  const listeners = new Set<() => void>();
  let nowMs = readMs();
  let endTicks: (() => void) | null = null;
  let endTurns: (() => void) | null = null;

  function tick() {
    nowMs = readMs();
    for (const listener of listeners) listener();
  }

  function rest() {
    endTicks?.();
    endTicks = null;
  }

  function turn() {
    if (isHidden()) return rest();
    endTicks ??= every(tickMs, tick);
    tick();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      endTurns ??= onTurn(turn);
      if (!isHidden()) endTicks ??= every(tickMs, tick);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        rest();
        endTurns?.();
        endTurns = null;
      };
    },
    read(everyMs) {
      // Two reads must agree, but a time that nobody kept current is no time to show.
      if (Math.abs(readMs() - nowMs) >= tickMs) nowMs = readMs();
      return everyMs <= tickMs ? nowMs : nowMs - (nowMs % everyMs);
    },
  };
}

// Shared clock.
import { useSyncExternalStore } from 'react';

const tickMs = 1_000;

/** Unix milliseconds; coarse values re-render no more often than they change. */
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

/** What starts something returns a function that stops it. */
interface ClockParts {
  readonly readMs: () => number;
  readonly every: (delayMs: number, act: () => void) => () => void;
  readonly isHidden: () => boolean;
  /** On changed visibility of the tab. */
  readonly onTurn: (act: () => void) => () => void;
}

interface Clock {
  readonly subscribe: (listener: () => void) => () => void;
  /** Unix milliseconds of the last tick. @param everyMs above a second: the last multiple */
  readonly read: (everyMs: number) => number;
}

/** Runs while it has listeners. */
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
      // Two reads must agree, but not on a stale time.
      if (Math.abs(readMs() - nowMs) >= tickMs) nowMs = readMs();
      return everyMs <= tickMs ? nowMs : nowMs - (nowMs % everyMs);
    },
  };
}

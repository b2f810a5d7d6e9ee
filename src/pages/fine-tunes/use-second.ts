// The time now, to the second, for ages and countdowns: one timer for all of them.
import { useSyncExternalStore } from 'react';

/** Unix milliseconds, a multiple of a thousand. */
export function useSecond(): number {
  return useSyncExternalStore(subscribe, readClock);
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

// Whole seconds, because a snapshot must stay the same between two reads.
function readClock(): number {
  return Math.floor(Date.now() / 1_000) * 1_000;
}

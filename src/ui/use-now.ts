// The time now, for ages and countdowns.
import { useSyncExternalStore } from 'react';
import { createClock } from './clock.ts';

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

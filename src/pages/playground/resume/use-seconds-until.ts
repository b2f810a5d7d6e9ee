// Whole seconds until a moment, counted down on the screen.
import { useEffect, useState } from 'react';

/** @param dueMs of performance.now(). @returns 0 from then on */
export function useSecondsUntil(dueMs: number): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  const isDue = nowMs >= dueMs;
  useEffect(() => {
    if (isDue) return undefined;
    const timer = setInterval(() => setNowMs(performance.now()), 200);
    return () => clearInterval(timer);
  }, [isDue]);
  return Math.max(0, Math.ceil((dueMs - nowMs) / 1000));
}

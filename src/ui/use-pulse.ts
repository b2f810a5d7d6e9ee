// Throttled re-render for sources that change faster than one can read.
import { useEffect, useState } from 'react';

/** Changes at most every `everyMs` while `subscribe` reports changes, and soon after the last one. */
export function usePulse(subscribe: (listener: () => void) => () => void, everyMs: number): number {
  const [pulse, setPulse] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setPulse((now) => now + 1);
      }, everyMs);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [subscribe, everyMs]);
  return pulse;
}

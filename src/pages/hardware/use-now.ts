// The clock of ages on screen: coarse, so that nothing flickers.
import { useEffect, useState } from 'react';

/** Milliseconds since 1970, renewed every `everyMs`. */
export function useNow(everyMs = 5_000): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

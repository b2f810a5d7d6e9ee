// The time now, to the second, for ages and countdowns.
import { useEffect, useState } from 'react';

/** Unix milliseconds. */
export function useSecond(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

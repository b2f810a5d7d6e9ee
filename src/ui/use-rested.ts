// A value that follows another once that one rests: for what is too slow to follow a hand.
import { useEffect, useState } from 'react';

/** @returns the value as it was when it last stood still for `restMs` milliseconds */
export function useRested<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (Object.is(value, rested)) return undefined;
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, rested, restMs]);
  return rested;
}

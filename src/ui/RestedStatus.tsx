// What screen readers are told of words that change at each key: the last ones, once the hand rests.
import { useEffect, useState } from 'react';

/** Beside the words themselves, which must not be a live region then. */
export function RestedStatus({ text }: { text: string }) {
  return <output className="sr-only">{useRested(text, 1000)}</output>;
}

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

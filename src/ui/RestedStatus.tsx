// Debounced live region for screen readers.
import { useEffect, useState } from 'react';

/** For visible words that change at every keystroke, which must not be a live region themselves. */
export function RestedStatus({ text }: { text: string }) {
  return <output className="sr-only">{useRested(text, 1000)}</output>;
}

/** @returns the value once it has not changed for `restMs` milliseconds */
export function useRested<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (Object.is(value, rested)) return undefined;
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, rested, restMs]);
  return rested;
}

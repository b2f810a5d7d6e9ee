// Debounced live region for screen readers.
import { useEffect, useState } from 'react';

/** For words that change at every keystroke. */
export function RestedStatus({ text }: { text: string }) {
  return <output className="sr-only">{useRested(text, 1000)}</output>;
}

/** @returns the value once unchanged for `restMs` */
export function useRested<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (Object.is(value, rested)) return undefined;
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, rested, restMs]);
  return rested;
}

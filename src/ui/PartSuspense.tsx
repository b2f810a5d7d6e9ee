// Suspense without React's throttle, for the one part that a user waits for.
import { startTransition, Suspense, useLayoutEffect, useState, type ReactNode } from 'react';
import { onChunk } from './lazy-part.ts';

/**
 * React shows a part 300 ms after the last placeholder anywhere, however early its code came, so that a page appears
 * in few steps. Here an update of its own shows it at once: an answer a quarter of a second earlier.
 */
export function PartSuspense({ children }: { children: ReactNode }) {
  const [, setArrivals] = useState(0);
  useLayoutEffect(() => onChunk(() => startTransition(() => setArrivals((count) => count + 1))), []);
  return <Suspense>{children}</Suspense>;
}

// Suspense for lazy parts, without React's throttle.
import { startTransition, Suspense, useLayoutEffect, useState, type ReactNode } from 'react';
import { onChunk } from './lazy-part.ts';

/**
 * By itself React shows a part 300 ms after the last placeholder anywhere, however early its code came; an update
 * of its own shows it at once, a transition in slices.
 */
export function PartSuspense({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [, setArrivals] = useState(0);
  useLayoutEffect(() => onChunk(() => startTransition(() => setArrivals((count) => count + 1))), []);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

// Suspense for lazy parts, without React's throttle.
import { Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { chunkArrivals } from './lazy-part.ts';

/**
 * By itself React shows a part 300 ms after the last placeholder anywhere, however early its code came; an update
 * of its own shows it at once.
 */
export function PartSuspense({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  useSyncExternalStore(chunkArrivals.subscribe, chunkArrivals.count);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

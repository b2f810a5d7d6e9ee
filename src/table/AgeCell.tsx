// How long ago a time was, kept current while it is in sight; the exact time stands under the pointer.
import { useSyncExternalStore } from 'react';
import { formatAge } from '#lib/age.ts';

/** @param atMs Unix milliseconds; @param exact the same as ISO 8601 */
export function AgeCell({ atMs, exact }: { atMs: number; exact: string }) {
  const nowMs = useSyncExternalStore(subscribe, readClock);
  return (
    <time dateTime={exact} title={exact}>
      {formatAge(nowMs - atMs)}
    </time>
  );
}

const everyMs = 5_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One clock for all cells, so that a thousand of them wake the page once.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

// In steps, because a snapshot must stay the same between two reads.
function readClock(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}

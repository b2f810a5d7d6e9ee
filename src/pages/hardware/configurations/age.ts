// Ages and countdowns.
import { formatAge } from '#lib/format.ts';

/** "just now", "14 s ago", "4 months ago". */
export function ago(atMs: number, nowMs: number): string {
  return nowMs - atMs < 5000 ? 'just now' : `${formatAge(nowMs - atMs)} ago`;
}

/** `31 s`, `4 min 05 s`, `3 h 04 min`. */
export function secondsWord(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds >= 3600) {
    const minutes = Math.ceil(seconds / 60);
    return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
  }
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

// A range of moments as a person reads it: one clock time where both ends say the same, the day where it is another.
import { clockWords, dayWords } from '#lib/time-words.ts';

/** `10:02:14 to 10:03:01`; with the day where it is not that of `nowMs`. */
export function rangeWords(soonestMs: number, latestMs: number, nowMs: number): string {
  const [soonest, latest] = [momentWords(soonestMs, nowMs), momentWords(latestMs, nowMs)];
  return soonest === latest ? soonest : `${soonest} to ${latest}`;
}

/** `10:02:14`, or `Nov 21, 2026, 10:02:14` on another day than that of `nowMs`. */
export function momentWords(atMs: number, nowMs: number): string {
  const day = dayWords(atMs);
  return day === dayWords(nowMs) ? clockWords(atMs) : `${day}, ${clockWords(atMs)}`;
}

// Moments as a person reads them, in the time of the place where the page is open.
import { formatAge } from './age.ts';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });

/** The time of day, 24 hours: 10:02:14. @param atMs Unix milliseconds within the range of a Date */
export function clockWords(atMs: number): string {
  return clock.format(atMs);
}

/** The day: Nov 21, 2026. Equal for two moments of the same day. */
export function dayWords(atMs: number): string {
  return day.format(atMs);
}

/** How long ago: "now", "12 s ago", "31 h ago"; what is still to come is "in 12 s". */
export function agoWords(atMs: number, nowMs: number): string {
  const awayMs = nowMs - atMs;
  if (Math.abs(awayMs) < 1000) return 'now';
  return awayMs < 0 ? `in ${formatAge(-awayMs)}` : `${formatAge(awayMs)} ago`;
}

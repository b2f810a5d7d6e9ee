// Moments as a person reads them, in the time of the place where the page is open.

const hour = 3_600_000;
const dayMs = 24 * hour;

/** "12 s", "7 min", "31 h", "45 days", "13 months", "3.5 years"; a time ahead of the clock is "0 s". @param ms how long ago */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  if (age < 60_000) return `${Math.floor(age / 1000)} s`;
  if (age < hour) return `${Math.floor(age / 60_000)} min`;
  if (age < 2 * dayMs) return `${Math.floor(age / hour)} h`;
  if (age < 60 * dayMs) return `${Math.floor(age / dayMs)} days`;
  // The mean month of the calendar; an age in months does not tell them apart.
  if (age < 730 * dayMs) return `${Math.floor(age / (30.44 * dayMs))} months`;
  return `${(Math.floor((age / (365.25 * dayMs)) * 10) / 10).toFixed(1)} years`;
}

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

// Date and age formatting, in local time.

const hour = 3_600_000;
const dayMs = 24 * hour;

/**
 * "12 s", "7 min", "31 h", "45 days", "13 months", "3.5 years"; a future time is "0 s".
 * @param ms how long ago
 */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  if (age < 60_000) return `${Math.floor(age / 1000)} s`;
  if (age < hour) return `${Math.floor(age / 60_000)} min`;
  if (age < 2 * dayMs) return `${Math.floor(age / hour)} h`;
  if (age < 60 * dayMs) return `${Math.floor(age / dayMs)} days`;
  // The calendar's mean month.
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

/** The time of day, 24 hours: 10:02:14. @param atMs Unix milliseconds within Date's range */
export function clockWords(atMs: number): string {
  return clock.format(atMs);
}

/** The day: Nov 21, 2026. Equal for two moments of the same day. */
export function dayWords(atMs: number): string {
  return day.format(atMs);
}

/** "now", "12 s ago", "31 h ago"; a future time is "in 12 s". */
export function agoWords(atMs: number, nowMs: number): string {
  const awayMs = nowMs - atMs;
  if (Math.abs(awayMs) < 1000) return 'now';
  return awayMs < 0 ? `in ${formatAge(-awayMs)}` : `${formatAge(awayMs)} ago`;
}

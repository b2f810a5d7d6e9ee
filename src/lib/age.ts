// How old something is, in the coarse words that an age needs: one unit, no false precision.

const hour = 3_600_000;
const day = 24 * hour;

/** "12 s", "7 min", "31 h", "45 days", "13 months", "3.5 years"; a time ahead of the clock is "0 s". @param ms how long ago */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  if (age < 60_000) return `${Math.floor(age / 1000)} s`;
  if (age < hour) return `${Math.floor(age / 60_000)} min`;
  if (age < 2 * day) return `${Math.floor(age / hour)} h`;
  if (age < 60 * day) return `${Math.floor(age / day)} days`;
  // The mean month of the calendar; an age in months does not tell them apart.
  if (age < 730 * day) return `${Math.floor(age / (30.44 * day))} months`;
  return `${(Math.floor((age / (365.25 * day)) * 10) / 10).toFixed(1)} years`;
}

// When a state was made, as short as the day allows.
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

/** The time of day; the day, where it was another one. @param atMs milliseconds since 1970 */
export function timeOf(atMs: number): string {
  const date = new Date(atMs);
  return date.toDateString() === new Date().toDateString() ? clock.format(date) : day.format(date);
}

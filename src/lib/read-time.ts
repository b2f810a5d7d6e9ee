// Timestamp parser: ISO with or without zone, or epoch numbers.

/** Earlier times are placeholders, such as the epoch or the year 1. */
const oldestMs = Date.UTC(2000, 0, 1);

const iso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Unix milliseconds; null if invalid, empty or a placeholder. UTC without a zone. The size of a bare number
 * tells its unit, seconds to nanoseconds.
 */
export function readTimeMs(text: string | undefined): number | null {
  const time = text?.trim() ?? '';
  if (/^\d{9,20}(?:\.\d+)?$/.test(time)) return timeOfNumber(Number(time));
  return likely(fromIso(time));
}

/** As `readTimeMs`. */
export function timeOfNumber(value: number): number | null {
  const perMs = value < 1e11 ? 1e-3 : value < 1e14 ? 1 : value < 1e17 ? 1e3 : 1e6;
  return value < 1e20 ? likely(value / perMs) : null;
}

function likely(ms: number | null): number | null {
  return ms !== null && ms >= oldestMs ? ms : null;
}

function fromIso(text: string): number | null {
  const found = iso.exec(text);
  if (found === null) return null;
  const plain = text.replace(' ', 'T').replace(',', '.').replace(' ', '');
  const isDay = text.length === 10;
  return Date.parse(found[1] === undefined && !isDay ? `${plain}Z` : plain);
}

/**
 * Stable; the same array if already sorted. A list sent newest first is reversed beforehand, for the order of
 * ties. An item without a time stays behind its predecessor.
 * @param timeOf Unix milliseconds
 */
export function oldestFirst<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number | null,
): readonly Item[] {
  const times = items.map(timeOf);
  const known = times.filter((time) => time !== null);
  const steps = known.map((time, index) => Math.sign(time - (known[index - 1] ?? time)));
  if (steps.every((step) => step >= 0)) return items;
  const timed = items.map((item, index) => ({ item, timeMs: times[index] ?? null }));
  const isNewestFirst = steps.reduce((sum, step) => sum + step, 0) < 0;
  let latestMs = Number.NEGATIVE_INFINITY;
  return (isNewestFirst ? timed.toReversed() : timed)
    .map(({ item, timeMs }) => {
      latestMs = timeMs ?? latestMs;
      return { item, timeMs: latestMs };
    })
    .toSorted((one, other) => (one.timeMs === other.timeMs ? 0 : one.timeMs - other.timeMs))
    .map(({ item }) => item);
}

// The order of what happened, whichever way round it was sent.

/**
 * By time, the oldest first, and as it was sent where times tie; the same array where that is its order already. A list sent
 * newest first is turned before, so that ties read the right way. What has no time stays behind what was sent before it.
 * @param timeOf Unix milliseconds; null where there is none
 */
export function oldestFirst<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number | null,
): readonly Item[] {
  const times = items.map(timeOf);
  if (isRising(times)) return items;
  const timed = items.map((item, index) => ({ item, timeMs: times[index] ?? null }));
  let latestMs = Number.NEGATIVE_INFINITY;
  return (isNewestFirst(times) ? timed.toReversed() : timed)
    .map(({ item, timeMs }) => {
      latestMs = timeMs ?? latestMs;
      return { item, timeMs: latestMs };
    })
    .toSorted((one, other) => (one.timeMs === other.timeMs ? 0 : one.timeMs - other.timeMs))
    .map(({ item }) => item);
}

function isRising(times: readonly (number | null)[]): boolean {
  let latestMs = Number.NEGATIVE_INFINITY;
  for (const timeMs of times) {
    if (timeMs === null) continue;
    if (timeMs < latestMs) return false;
    latestMs = timeMs;
  }
  return true;
}

function isNewestFirst(times: readonly (number | null)[]): boolean {
  const known = times.filter((time) => time !== null);
  const falls = known.filter((time, index) => index > 0 && time < (known[index - 1] ?? time)).length;
  const rises = known.filter((time, index) => index > 0 && time > (known[index - 1] ?? time)).length;
  return falls > rises;
}

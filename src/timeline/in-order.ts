// The order of a timeline: by time, and as it was sent where times tie or are missing.
import type { Entry } from './entry.ts';

interface Placed {
  readonly entry: Entry;
  readonly timeMs: number;
}

/**
 * Oldest first. A list that was sent newest first is turned, so that ties read the right way. An entry without a
 * readable time stays behind the one that was sent before it. All entries are kept.
 */
export function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const sent = isNewestFirst(entries) ? entries.toReversed() : entries;
  let latest = Number.NEGATIVE_INFINITY;
  const placed: Placed[] = sent.map((entry) => {
    latest = entry.timeMs ?? latest;
    return { entry, timeMs: latest };
  });
  return placed.sort((a, b) => (a.timeMs === b.timeMs ? 0 : a.timeMs - b.timeMs)).map(({ entry }) => entry);
}

function isNewestFirst(entries: readonly Entry[]): boolean {
  const times = entries.flatMap(({ timeMs }) => timeMs ?? []);
  const falls = times.filter((time, index) => index > 0 && time < (times[index - 1] ?? time)).length;
  const rises = times.filter((time, index) => index > 0 && time > (times[index - 1] ?? time)).length;
  return falls > rises;
}

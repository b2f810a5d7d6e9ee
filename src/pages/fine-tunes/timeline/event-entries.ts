// Events of a fine-tune as entries of a timeline.
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { type Entry, inOrder, contentKey, uniqueKeys, levelOf } from '#timeline/entry.ts';

/** All of them in order. The key is the service's hash, and one of the content where it sent none. */
export function eventEntries(events: readonly FineTuneEvent[]): readonly Entry[] {
  const keys = uniqueKeys(events.map(keyOf));
  return inOrder(
    events.map((event, position) => ({
      key: keys[position] ?? String(position),
      position,
      timeMs: readTimeMs(event.created_at),
      timeText: event.created_at ?? '',
      level: levelOf(event.level),
      type: event.type ?? '',
      message: event.message ?? '',
      raw: event,
    })),
  );
}

function keyOf({ hash, created_at = '', type = '', message = '', step }: FineTuneEvent): string {
  return hash || contentKey([created_at, type, message, String(step ?? '')]);
}

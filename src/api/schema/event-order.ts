// Events of a fine-tune in the order in which they happened: some services send the newest first.
import { oldestFirst } from '#lib/oldest-first.ts';
import { readTimeMs } from '#lib/read-time.ts';
import type { FineTuneEvent } from './fine-tune-event.ts';
import type { FineTune } from './fine-tune.ts';
import type { RecordList } from './read-list.ts';

/** The record with its events oldest first; the same object where they are. */
export function withEventsInOrder(fineTune: FineTune): FineTune {
  const { events } = fineTune;
  if (events === undefined) return fineTune;
  const ordered = oldestFirst(events, timeOf);
  return ordered === events ? fineTune : { ...fineTune, events: [...ordered] };
}

/** A list of events oldest first, each still beside the JSON that it came as. */
export function eventsInOrder(list: RecordList<FineTuneEvent>): RecordList<FineTuneEvent> {
  const places = oldestFirst([...list.items.entries()], ([, event]) => timeOf(event));
  return {
    ...list,
    items: places.map(([, event]) => event),
    raw: places.map(([place]) => list.raw[place]),
  };
}

function timeOf({ created_at: created }: FineTuneEvent): number | null {
  return readTimeMs(created);
}

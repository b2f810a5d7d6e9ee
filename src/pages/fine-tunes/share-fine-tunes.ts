// Keeps what an answer has in common with the one before, by id and by the hash of an event, so that only news is drawn anew.
import type { FineTuneEvent, FineTune } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';

/** The new list with the old objects wherever they say the same; the old list itself where nothing is new. */
export function shareFineTunes(
  before: RecordList<FineTune> | undefined,
  now: RecordList<FineTune>,
): RecordList<FineTune> {
  if (before === undefined) return now;
  const known = new Map(before.items.map((item, index) => [item.id, index]));
  const places = now.items.map(({ id }) => known.get(id) ?? -1);
  const items = now.items.map((item, index) => shareFineTune(before.items[places[index] ?? -1], item));
  const raw = now.raw.map((each, index) => {
    const place = places[index] ?? -1;
    return items[index] === before.items[place] ? before.raw[place] : each;
  });
  const isSame =
    items.length === before.items.length &&
    items.every((item, index) => item === before.items[index]) &&
    same(before.unreadable, now.unreadable) &&
    same(before.notes, now.notes);
  return isSame ? before : { ...now, items, raw };
}

function shareFineTune(before: FineTune | undefined, now: FineTune): FineTune {
  if (before === undefined) return now;
  const events = shareEvents(before.events, now.events);
  const isSame = events === before.events && same({ ...before, events: null }, { ...now, events: null });
  return isSame ? before : { ...now, ...(events !== undefined && { events }) };
}

function shareEvents(
  before: FineTuneEvent[] | undefined,
  now: FineTuneEvent[] | undefined,
): FineTuneEvent[] | undefined {
  if (before === undefined || now === undefined) return now;
  const known = new Map(before.map((event) => [event.hash ?? '', event]));
  const shared = now.map((event, index) => {
    const old = before[index]?.hash === event.hash ? before[index] : known.get(event.hash ?? '');
    // A hash names an event for good; without one its whole text is compared.
    return old !== undefined && (event.hash || same(old, event)) ? old : event;
  });
  const isSame = shared.length === before.length && shared.every((event, index) => event === before[index]);
  return isSame ? before : shared;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

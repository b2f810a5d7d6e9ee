// Records that only some pages read, as one lazy chunk.
import {
  FineTune,
  withDocumentedNames,
  withEventsInOrder,
  type FineTuneEvent,
} from '#api/schema/fine-tune.ts';
import { fieldOf, isObject, readList, type RecordList } from '#api/schema/read-list.ts';
import { createYieldToPage } from '#lib/yield-to-page.ts';
import { ApiError } from './errors.ts';

export { Checkpoint } from '#api/schema/fine-tune.ts';
export { eventsInOrder } from '#api/schema/fine-tune.ts';
export { FineTuneEvent } from '#api/schema/fine-tune.ts';
export { readMetrics } from './metrics.ts';
export { Hardware } from './schema/hardware.ts';
export { Job } from './schema/job.ts';

/** Throws ApiError (network, not_sent) if the id could lead to another path. */
export function pathSegment(id: string): string {
  const isOne = id !== '.' && id !== '..' && /^[^\p{Cc}\p{Cs}/\\]{1,256}$/u.test(id);
  if (isOne) return encodeURIComponent(id);
  throw new ApiError('network', 'Not sent: this is not an identifier.', { code: 'not_sent' });
}

/** The events of a record, as sent and as read, at the same positions. */
interface ReadEvents {
  readonly raw: readonly unknown[];
  readonly events: readonly FineTuneEvent[];
}

/** By the JSON of the record. */
const readEvents = new WeakMap<object, ReadEvents>();

/** A record whose first events are known: what is left to read of it. */
interface Begun {
  readonly element: object;
  readonly known: readonly FineTuneEvent[];
}

/** As `readFineTunes`, with other tasks of the page between `sliceLength` new events and the next. */
export async function readFineTunesInTurns(
  body: unknown,
  before: RecordList<FineTune> | undefined,
  sliceLength = 500,
): Promise<RecordList<FineTune> | null> {
  const elements = elementsOf(body) ?? [];
  const begunAt = new Map(before?.items.map(({ id, events = [] }) => [id, events.length]));
  const lengths = elements.map((element) => eventsOf(element).length - (begunAt.get(idOf(element)) ?? 0));
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const endTurn = createYieldToPage(0);
  // Parsing so many was a task of its own.
  if (elements.some((element) => eventsOf(element).length > sliceLength)) await endTurn();
  let known = before;
  for (let length = sliceLength; length < longest; length += sliceLength) {
    await endTurn();
    const begun = elements.map((element) => {
      const end = (begunAt.get(idOf(element)) ?? 0) + length;
      const events = eventsOf(element);
      return events.length <= end ? element : Object.assign({}, element, { events: events.slice(0, end) });
    });
    const read = readFineTunes(begun, known);
    if (read === null || !isClean(read)) break;
    known = read;
  }
  return readFineTunes(body, known);
}

/**
 * Events oldest first; null if the body is not a list. A training has thousands of events, all of which come with every
 * poll: those in the same place as before are the same objects, and are not validated again.
 * @param before the last answer
 */
export function readFineTunes(
  body: unknown,
  before: RecordList<FineTune> | undefined,
): RecordList<FineTune> | null {
  const begun = new Map<unknown, Begun>();
  const list = readList(FineTune, withoutKnownEvents(body, before, begun));
  if (list === null) return null;
  const areEventsClean = isClean(list);
  const items = list.items.map((item, index) => {
    const own = begun.get(list.raw[index]);
    const element = own?.element ?? list.raw[index];
    const events = own === undefined ? item.events : [...own.known, ...(item.events ?? [])];
    const raw = fieldOf(element, 'events');
    if (areEventsClean && events !== undefined && isObject(element) && Array.isArray(raw))
      readEvents.set(element, { raw, events });
    return withEventsInOrder(withDocumentedNames({ ...item, ...(events !== undefined && { events }) }));
  });
  const sent = (each: unknown) => begun.get(each)?.element ?? each;
  return {
    ...list,
    items,
    raw: list.raw.map(sent),
    unreadable: list.unreadable.map(({ index, reason, raw }) => ({ index, reason, raw: sent(raw) })),
  };
}

/** A field that was left out of an event is noted in every answer: such events are not remembered, but read again. */
function isClean({ notes }: RecordList<FineTune>): boolean {
  return notes.every((note) => !note.startsWith('events'));
}

/** Null if the body is not a list. */
function elementsOf(body: unknown): readonly unknown[] | null {
  const elements: unknown = Array.isArray(body) ? body : fieldOf(body, 'data');
  return Array.isArray(elements) ? elements : null;
}

function eventsOf(element: unknown): readonly unknown[] {
  const events = fieldOf(element, 'events');
  return Array.isArray(events) ? events : [];
}

function idOf(element: unknown): string {
  return String(fieldOf(element, 'id'));
}

/** @param begun is filled with the records that are shortened */
function withoutKnownEvents(
  body: unknown,
  before: RecordList<FineTune> | undefined,
  begun: Map<unknown, Begun>,
): unknown {
  const elements = elementsOf(body);
  if (before === undefined || elements === null) return body;
  const places = new Map(before.items.map(({ id }, index) => [id, index]));
  function shorten(element: unknown): unknown {
    const place = places.get(idOf(element));
    const raw = place === undefined ? undefined : before?.raw[place];
    const read = isObject(raw) ? readEvents.get(raw) : undefined;
    const events = fieldOf(element, 'events');
    if (read === undefined || !isObject(element) || !Array.isArray(events)) return element;
    const count = countSame(read.raw, events);
    const later: unknown[] = events.slice(count);
    const shortened = { ...element, events: later };
    // Kept as they were, those sent again are garbage at once: collecting them later held up the page.
    const kept = { ...element, events: [...read.raw.slice(0, count), ...later] };
    begun.set(shortened, { element: kept, known: read.events.slice(0, count) });
    return shortened;
  }
  const rest = elements.map(shorten);
  return isObject(body) && !Array.isArray(body) ? { ...body, data: rest } : rest;
}

/** How many events at the beginning are equal. */
function countSame(before: readonly unknown[], now: readonly unknown[]): number {
  const other = before.findIndex((event, index) => !isSameEvent(event, now[index]));
  return other === -1 ? before.length : other;
}

/** A hash identifies an event for good. */
function isSameEvent(one: unknown, other: unknown): boolean {
  const hash = fieldOf(one, 'hash');
  return typeof hash === 'string' && hash !== '' ? fieldOf(other, 'hash') === hash : isSame(one, other);
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

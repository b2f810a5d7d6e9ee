// Reads a list answer so that one bad element never costs the others.
import type * as z from 'zod/mini';
import { readRecord } from './read-record.ts';

/** An element that could not be read, with its place in the answer. */
export interface Unreadable {
  readonly index: number;
  readonly reason: string;
  readonly raw: unknown;
}

/** A list as it came: order and duplicates kept. */
export interface RecordList<T> {
  readonly items: readonly T[];
  /** The JSON of each item before it was read, at the same position as in `items`. */
  readonly raw: readonly unknown[];
  readonly unreadable: readonly Unreadable[];
  /** Sentences on what differs from the interface document: the envelope, fields of the wrong type. */
  readonly notes: readonly string[];
}

/** How the interface document sends a list: bare, or as the `data` (or another field) of an object. */
export interface ListShape {
  readonly wrappedIn: string;
  readonly isBareByDocument?: boolean;
}

/** Reads a list answer, bare or wrapped. Null where the body is neither. Never throws. */
export function readList<S extends z.ZodMiniType>(
  schema: S,
  body: unknown,
  shape: ListShape = { wrappedIn: 'data' },
): RecordList<z.output<S>> | null {
  const isBare = Array.isArray(body);
  const elements = isBare ? body : fieldOf(body, shape.wrappedIn);
  if (!Array.isArray(elements)) return null;

  const items: z.output<S>[] = [];
  const raw: unknown[] = [];
  const unreadable: Unreadable[] = [];
  const drift = new Map<string, number>();
  for (const [index, element] of elements.entries()) {
    const read = readRecord(schema, element);
    if (!read.ok) {
      unreadable.push({ index, reason: read.reason, raw: element });
      continue;
    }
    items.push(read.record);
    raw.push(element);
    for (const { field, found } of new Map(read.drift.map((entry) => [entry.field, entry])).values()) {
      const note = `${field} was ${found} where the interface has another type; left out`;
      drift.set(note, (drift.get(note) ?? 0) + 1);
    }
  }
  const notes = [...drift].map(([note, count]) => `${note} in ${count} of ${elements.length} records.`);
  if (isBare !== (shape.isBareByDocument ?? false)) {
    notes.unshift(
      isBare ? 'The list came without its object.' : `The list came inside an object, as ${shape.wrappedIn}.`,
    );
  }
  return { items, raw, unreadable, notes };
}

/** One record answer with its JSON and the same notes as a list has. Not ok where it is no record at all. */
export interface RecordAnswer<T> {
  readonly record: T;
  readonly raw: unknown;
  readonly notes: readonly string[];
}

/** Reads an answer that is one record. Null with the reason in `reason` where it is none. Never throws. */
export function readAnswer<S extends z.ZodMiniType>(
  schema: S,
  body: unknown,
): RecordAnswer<z.output<S>> | { readonly reason: string } {
  const read = readRecord(schema, body);
  if (!read.ok) return { reason: read.reason };
  const notes = read.drift.map(
    ({ field, found }) => `${field} was ${found} where the interface has another type; left out.`,
  );
  return { record: read.record, raw: body, notes };
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

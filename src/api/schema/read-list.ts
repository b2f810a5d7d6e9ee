// Tolerant readers of records: lists with bad elements, open enums.
import * as z from 'zod/mini';
import './jitless.ts';

interface Unreadable {
  readonly index: number;
  readonly reason: string;
  readonly raw: unknown;
}

/** In the answer's order, with duplicates. */
export interface RecordList<T> {
  readonly items: readonly T[];
  /** Each item's JSON, at the same position. */
  readonly raw: readonly unknown[];
  readonly unreadable: readonly Unreadable[];
  readonly notes: readonly string[];
}

/** Bare, or in a field of an object, such as `data`. */
export interface ListShape {
  readonly wrappedIn: string;
  /** By the document bare, and in an object from OpenAI-compatible services: neither is noted. */
  readonly mayBeBare?: boolean;
}

/** Null if the body is not a list, bare or wrapped. Never throws. */
export function readList<S extends z.ZodMiniType>(
  schema: S,
  body: unknown,
  shape: ListShape = { wrappedIn: 'data' },
): RecordList<z.output<S>> | null {
  const isBare = Array.isArray(body);
  // Ollama sends null for an empty list.
  const none = fieldOf(body, 'object') === 'list' ? [] : null;
  const elements = isBare ? body : (fieldOf(body, shape.wrappedIn) ?? none);
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
  if (isBare && shape.mayBeBare !== true) notes.unshift('The list came as a bare array.');
  return { items, raw, unreadable, notes };
}

export interface RecordAnswer<T> {
  readonly record: T;
  readonly raw: unknown;
  readonly notes: readonly string[];
}

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

/** Undefined if it is not an object, or lacks the field. */
export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

interface Drift {
  /** List positions as []: `events[].step`. */
  readonly field: string;
  readonly found: string;
}

type ReadRecord<T> =
  | { readonly ok: true; readonly record: T; readonly drift: readonly Drift[] }
  | { readonly ok: false; readonly reason: string };

/** A union can hide a second fault behind the first. */
const maxPasses = 4;

/**
 * null counts as absent; unknown fields pass; a number in the place of a text is read as one; optional fields and
 * list elements of another wrong type are left out and reported. Not ok only if a required field is missing or
 * wrong. Never throws.
 */
export function readRecord<S extends z.ZodMiniType>(schema: S, raw: unknown): ReadRecord<z.output<S>> {
  const drift: Drift[] = [];
  let candidate = withoutNulls(raw, 0);
  for (let pass = 0; pass < maxPasses; pass++) {
    const parsed = schema.safeParse(candidate);
    if (parsed.success) return { ok: true, record: parsed.data, drift };
    if (parsed.error.issues.some(({ path }) => path.length === 0))
      return { ok: false, reason: `It is ${kindOf(raw)}, not a record.` };
    const changes: Change[] = [];
    for (const issue of parsed.error.issues) {
      const field = fieldName(issue.path);
      const found = valueAt(candidate, issue.path);
      if (found === undefined) return { ok: false, reason: `It has no ${field}.` };
      const text =
        issue.code === 'invalid_type' && issue.expected === 'string' ? numberAsText(found) : undefined;
      if (text === undefined) drift.push({ field, found: kindOf(found) });
      changes.push({ path: issue.path, value: text });
    }
    candidate = changed(candidate, changes);
  }
  return { ok: false, reason: 'Too many of its fields do not match the API.' };
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

type Path = readonly PropertyKey[];

function fieldName(path: Path): string {
  return path.map((key, i) => (typeof key === 'number' ? '[]' : (i ? '.' : '') + String(key))).join('');
}

export function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Ids and times; undefined for 0, which often means "not set", and where digits were lost. */
function numberAsText(value: unknown): string | undefined {
  const isExact = typeof value === 'number' && value !== 0 && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return isExact ? String(value) : undefined;
}

interface Change {
  readonly path: Path;
  /** Undefined leaves it out. */
  readonly value: string | undefined;
}

/** A changed copy; the rest is shared. */
function changed(root: unknown, changes: readonly Change[]): unknown {
  if (!isObject(root)) return root;
  const byKey = new Map<string, Change[]>();
  for (const { path, value } of changes) {
    const [key, ...rest] = path;
    const name = String(key);
    const below = byKey.get(name) ?? [];
    byKey.set(name, below);
    below.push({ path: rest, value });
  }
  const kept = Object.entries(root).flatMap(([key, value]): [string, unknown][] => {
    const below = byKey.get(key);
    if (below === undefined) return [[key, value]];
    const here = below.find(({ path }) => path.length === 0);
    if (here === undefined) return [[key, changed(value, below)]];
    return here.value === undefined ? [] : [[key, here.value]];
  });
  return Array.isArray(root) ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

/** Deeper values are unknown to the schemas, and pass unchanged. */
const describedDepth = 4;

/** The same value if nothing in it is null. */
function withoutNulls(value: unknown, depth: number): unknown {
  if (!isObject(value) || depth > describedDepth) return value;
  if (Array.isArray(value)) {
    const kept = value.map((element) => withoutNulls(element, depth + 1));
    return kept.some((element, i) => element !== value[i]) ? kept : value;
  }
  let copy: Record<PropertyKey, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const kept = withoutNulls(value[key], depth + 1);
    if (kept === value[key] && kept !== null) continue;
    copy ??= { ...value };
    if (kept === null) delete copy[key];
    else copy[key] = kept;
  }
  return copy ?? value;
}

/** Editors complete the known values; any string is valid. */
export type Open<T extends string> = T | (string & Record<never, never>);

/** Accepts every string: typed clients most often fail by losing a list to one unlisted value. */
export function openEnum<const T extends readonly string[]>(values: T) {
  const schema = z.custom<Open<T[number]>>((value) => typeof value === 'string', 'expected a string');
  return Object.assign(schema, { known: values });
}

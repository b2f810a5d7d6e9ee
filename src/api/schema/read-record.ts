// Reads one record so that a field of the wrong type costs that field and never the record.
import type * as z from 'zod/mini';
import './jitless.ts';

/** A field that did not have the type that the interface document gives it, and was left out. */
export interface Drift {
  /** Where, with list positions as []: `events[].step`. */
  readonly field: string;
  /** What stood there, by kind only: "a string". */
  readonly found: string;
}

/** A record with what was left out of it, or the reason why it could not be read at all. */
export type ReadRecord<T> =
  | { readonly ok: true; readonly record: T; readonly drift: readonly Drift[] }
  | { readonly ok: false; readonly reason: string };

/** Reads again after leaving out what was wrong, at most this often: a union can hide a second fault behind the first. */
const maxPasses = 4;

/**
 * Reads a record tolerantly. null counts as absent; unknown fields pass; a wrong-typed optional field or list element is
 * left out and reported. Not ok only where a required field is missing or wrong. Never throws.
 */
export function readRecord<S extends z.ZodMiniType>(schema: S, raw: unknown): ReadRecord<z.output<S>> {
  const drift: Drift[] = [];
  let candidate = withoutNulls(raw, 0);
  for (let pass = 0; pass < maxPasses; pass++) {
    const parsed = schema.safeParse(candidate);
    if (parsed.success) return { ok: true, record: parsed.data, drift };
    const paths = parsed.error.issues.map((issue) => issue.path);
    if (paths.some((path) => path.length === 0))
      return { ok: false, reason: `It is ${kindOf(raw)}, not a record.` };
    for (const path of paths) {
      const found = valueAt(candidate, path);
      if (found === undefined) return { ok: false, reason: `It has no ${fieldName(path)}.` };
      drift.push({ field: fieldName(path), found: kindOf(found) });
    }
    candidate = without(candidate, paths);
  }
  return { ok: false, reason: 'Too many of its fields are not what the interface describes.' };
}

/** Says of what kind a JSON value is, for a sentence: "a string", "a list", "nothing". */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

type Path = readonly PropertyKey[];

function fieldName(path: Path): string {
  return path.map((key, i) => (typeof key === 'number' ? '[]' : (i ? '.' : '') + String(key))).join('');
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
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

/** A copy without what the paths point at; what lies beside them is shared with the original. */
function without(root: unknown, paths: readonly Path[]): unknown {
  if (!isObject(root)) return root;
  const byKey = new Map<string, Path[]>();
  for (const [key, ...rest] of paths) {
    const name = String(key);
    const below = byKey.get(name);
    if (below) below.push(rest);
    else byKey.set(name, [rest]);
  }
  const kept = Object.entries(root).flatMap(([key, value]): [string, unknown][] => {
    const below = byKey.get(key);
    if (below === undefined) return [[key, value]];
    return below.some((path) => path.length === 0) ? [] : [[key, without(value, below)]];
  });
  return Array.isArray(root) ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

/** The depth to which records are described; deeper is unknown and passes as it is. */
const describedDepth = 4;

/** The same value where no described field is null, else a copy without those fields. */
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

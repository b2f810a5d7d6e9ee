// A value set that names what is known and accepts everything else.
import * as z from 'zod/mini';
import './jitless.ts';

/** A string of which some values are known. Editors complete those; any other string is a value too. */
export type Open<T extends string> = T | (string & Record<never, never>);

/**
 * A schema that accepts every string. `values` only teach the type what has been seen:
 * the most frequent failure of typed clients is a list lost to one value that nobody had listed.
 */
export function openEnum<const T extends readonly string[]>(values: T) {
  const schema = z.custom<Open<T[number]>>((value) => typeof value === 'string', 'expected a string');
  return Object.assign(schema, { known: values });
}

// Open enum: known values for the type, every string accepted.
import * as z from 'zod/mini';
import './jitless.ts';

/** Editors complete the known values; any other string is valid too. */
export type Open<T extends string> = T | (string & Record<never, never>);

/**
 * Accepts every string; `values` only inform the type. The most frequent failure of typed clients is a list
 * lost to one unlisted value.
 */
export function openEnum<const T extends readonly string[]>(values: T) {
  const schema = z.custom<Open<T[number]>>((value) => typeof value === 'string', 'expected a string');
  return Object.assign(schema, { known: values });
}

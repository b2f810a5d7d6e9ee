// A column that holds JSON, read as what it must be.
import * as z from 'zod/mini';

/** Parses the text of a column, then its value. */
export function jsonColumn<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(z.pipe(z.string(), z.transform(parse)), schema);
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

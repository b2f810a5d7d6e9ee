// Which fields of a request the official packages know by name; all others need the packages' way for extra fields.
import { fieldNames, requestFields } from '#api/schema/request-fields.ts';

/** Parameters of `completions.create` that `openai` has types for. */
export const openaiFields = fieldsOf('openai', ['best_of', 'stream_options', 'suffix', 'user']);

/** Parameters of `completions.create` that `together-ai` and, under the same names, `together` have types for. */
export const togetherFields = fieldsOf('together', []);

function fieldsOf(name: 'openai' | 'together', others: readonly string[]): ReadonlySet<string> {
  const known = fieldNames.filter((field) => requestFields[field].packages.some((each) => each === name));
  return new Set(['model', 'prompt', ...known, ...others]);
}

/** A body in two: what the package knows, and the rest. */
export function splitBody(body: Readonly<Record<string, unknown>>, known: ReadonlySet<string>) {
  const entries = Object.entries(body);
  return {
    known: Object.fromEntries(entries.filter(([name]) => known.has(name))),
    extra: Object.fromEntries(entries.filter(([name]) => !known.has(name))),
  };
}

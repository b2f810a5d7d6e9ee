// What every snippet states: where the request goes and the body as it is sent, without anything of a key.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { fieldNames, requestFields } from '#api/schema/request-fields.ts';

/** A request to write down in some language. */
export interface SnippetRequest {
  /** Absolute, without a slash at its end: `https://host/v1`. */
  readonly baseUrl: string;
  /** The fields of the body in the order in which they are written; every value is one that JSON can hold. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly isStream: boolean;
  /** How many texts come back. */
  readonly choiceCount: number;
}

/** The request as the page's client sends it: `stream` is there for a stream and absent otherwise. */
export function snippetRequest(request: CompletionRequest, baseUrl: string, origin: string): SnippetRequest {
  const { model, prompt, stream, ...others } = request;
  const isStream = stream === true;
  const fields = Object.entries({ model, prompt, ...others }).filter(([, value]) => value !== undefined);
  return {
    baseUrl: new URL(baseUrl, origin).href.replace(/\/+$/, ''),
    body: Object.fromEntries(isStream ? [...fields, ['stream', true]] : fields),
    isStream,
    choiceCount: request.n ?? 1,
  };
}

/** Parameters of `completions.create` that `openai` has types for. */
export const openaiFields = fieldsOf('openai', ['best_of', 'stream_options', 'user']);

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

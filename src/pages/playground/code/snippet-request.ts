// Snippet request, never with the API key.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { fieldNames, requestFields } from '#api/schema/request-fields.ts';

export interface SnippetRequest {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  /** In the order to write them. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly isStream: boolean;
  readonly choiceCount: number;
}

/** As the page sends it: without `stream` unless true. */
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

/** Typed by `openai`. */
export const openaiFields = fieldsOf('openai', ['best_of', 'stream_options', 'user']);

/** Typed by `together-ai` and `together`. */
export const togetherFields = fieldsOf('together', []);

function fieldsOf(name: 'openai' | 'together', others: readonly string[]): ReadonlySet<string> {
  const known = fieldNames.filter((field) => requestFields[field].packages.some((each) => each === name));
  return new Set(['model', 'prompt', ...known, ...others]);
}

export function splitBody(body: Readonly<Record<string, unknown>>, known: ReadonlySet<string>) {
  const entries = Object.entries(body);
  return {
    known: Object.fromEntries(entries.filter(([name]) => known.has(name))),
    extra: Object.fromEntries(entries.filter(([name]) => !known.has(name))),
  };
}

// The body of the request as JSON, and nothing around it.
import { escapeInvisible, unitEscape } from './invisible.ts';
import type { SnippetRequest } from './snippet-request.ts';

/** JSON on several lines; it holds neither control characters nor lone surrogates, only their escapes. */
export function writeRawJson({ body }: SnippetRequest): string {
  return JSON.stringify(body, null, 2).replace(/[^\n]+/g, (line) => escapeInvisible(line, unitEscape));
}

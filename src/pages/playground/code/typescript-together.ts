// The request in TypeScript, with the package `together-ai`.
import { togetherFields } from './package-fields.ts';
import type { SnippetRequest } from './snippet-request.ts';
import { writeTypescriptProgram } from './typescript-program.ts';

/** A module. */
export function writeTypescriptTogether(request: SnippetRequest): string {
  return writeTypescriptProgram(request, { name: 'together-ai', client: 'Together', fields: togetherFields });
}

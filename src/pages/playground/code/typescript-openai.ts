// The request in TypeScript, with the package `openai`.
import { openaiFields } from './package-fields.ts';
import type { SnippetRequest } from './snippet-request.ts';
import { writeTypescriptProgram } from './typescript-program.ts';

/** A module. */
export function writeTypescriptOpenai(request: SnippetRequest): string {
  return writeTypescriptProgram(request, { name: 'openai', client: 'OpenAI', fields: openaiFields });
}

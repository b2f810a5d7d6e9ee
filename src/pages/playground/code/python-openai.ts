// The request in Python, with the package `openai`.
import { openaiFields } from './package-fields.ts';
import { writePythonProgram } from './python-program.ts';
import type { SnippetRequest } from './snippet-request.ts';

/** A program. */
export function writePythonOpenai(request: SnippetRequest): string {
  return writePythonProgram(request, { name: 'openai', client: 'OpenAI', fields: openaiFields });
}

// The request in Python, with the package `together` (version 2).
import { togetherFields } from './package-fields.ts';
import { writePythonProgram } from './python-program.ts';
import type { SnippetRequest } from './snippet-request.ts';

/** A program. */
export function writePythonTogether(request: SnippetRequest): string {
  return writePythonProgram(request, { name: 'together', client: 'Together', fields: togetherFields });
}

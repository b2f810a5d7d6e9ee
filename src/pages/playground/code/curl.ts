// The request as a command for a POSIX shell.
import { escapeInvisible, unitEscape } from './literal.ts';
import type { SnippetRequest } from './snippet-request.ts';

/** A system may refuse a longer argument; Linux does so above 128 KiB. */
const longestArgument = 100_000;

/** One command; a long body goes through a pipe. */
export function writeCurl(request: SnippetRequest): string {
  const body = shellQuote(writeRawJson(request).replaceAll('\n', '\n  '));
  const isLong = new TextEncoder().encode(body).length > longestArgument;
  const lines = [
    `${isLong ? `printf '%s' ${body} | ` : ''}curl ${shellQuote(`${request.baseUrl}/completions`)}`,
    ...(request.isStream ? ['--no-buffer'] : []),
    '-H "Authorization: Bearer $API_KEY"',
    `-H 'Content-Type: application/json'`,
    isLong ? '--data-binary @-' : `--data-raw ${body}`,
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

/** A word that the shell hands on as it is: in single quotes nothing has a meaning but the quote itself. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** JSON on several lines; it holds neither control characters nor lone surrogates, only their escapes. */
export function writeRawJson({ body }: SnippetRequest): string {
  return JSON.stringify(body, null, 2).replace(/[^\n]+/g, (line) => escapeInvisible(line, unitEscape));
}

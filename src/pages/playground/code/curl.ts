// curl snippet and raw JSON body.
import { utf8Length } from '#lib/unicode.ts';
import { escapeInvisible, unitEscape } from './literal.ts';
import type { SnippetRequest } from './snippet-request.ts';

/** Bytes; Linux refuses arguments above 128 KiB. */
const longestArgument = 100_000;

/** Pipes a long body. */
export function writeCurl(request: SnippetRequest): string {
  const body = shellQuote(writeRawJson(request).replaceAll('\n', '\n  '));
  const isLong = utf8Length(body) > longestArgument;
  const lines = [
    `${isLong ? `printf '%s' ${body} | ` : ''}curl ${shellQuote(`${request.baseUrl}/completions`)}`,
    ...(request.isStream ? ['--no-buffer'] : []),
    '-H "Authorization: Bearer $API_KEY"',
    `-H 'Content-Type: application/json'`,
    isLong ? '--data-binary @-' : `--data-raw ${body}`,
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Escapes control characters and lone surrogates. */
export function writeRawJson({ body }: SnippetRequest): string {
  return JSON.stringify(body, null, 2).replace(/[^\n]+/g, (line) => escapeInvisible(line, unitEscape));
}

import { expect, test } from 'vitest';
import { shellQuote, writeCurl } from './curl.ts';
import { snippetRequest } from './snippet-request.ts';
import { anyRequest, anyText, isInstalled, outputOf, samples } from './testing/requests.ts';
import { wellFormed } from '#lib/unicode.ts';

// Replaces curl: prints its arguments and stdin, each ended by NUL.
const echo = `curl() { printf '%s\\0' "$@"; for last; do :; done; [ "$last" = @- ] && { cat; printf '\\0'; }; printf '\\0'; }`;

test.skipIf(!isInstalled('sh'))('the shell hands the whole body to curl, as JSON of the same value', () => {
  const requests = [
    ...samples(anyRequest, 300),
    snippetRequest({ model: 'm', prompt: "it's long ".repeat(40_000) }, 'https://host/v1', 'http://page'),
  ];
  const script = ['API_KEY=from-the-environment', echo, ...requests.map(writeCurl)].join('\n');
  const calls = outputOf('sh', [], script).split('\0\0').slice(0, -1);
  expect(calls.length).toBe(requests.length);
  for (const [index, { baseUrl, body, isStream }] of requests.entries()) {
    const words = calls[index]?.split('\0') ?? [];
    expect(words[0]).toBe(`${baseUrl}/completions`);
    expect(words).toContain('Authorization: Bearer from-the-environment');
    expect(words.includes('--no-buffer')).toBe(isStream);
    expect(parse(words.at(-1) ?? '')).toEqual(parse(JSON.stringify(body)));
  }
});

test('a quoted word is in single quotes, and a single quote is outside of them', () => {
  expect(shellQuote("it's $HOME `x`")).toBe(String.raw`'it'\''s $HOME ` + "`x`'");
});

test.skipIf(!isInstalled('sh'))('a shell reads a quoted word literally', () => {
  const texts = samples(anyText, 300).map((text) => wellFormed(text).replaceAll('\0', ''));
  const script = texts.map((text) => `printf '%s\\0' ${shellQuote(text)}`).join('\n');
  const read = outputOf('sh', [], script).split('\0').slice(0, -1);
  expect(read).toEqual(texts);
});

function parse(text: string): unknown {
  return JSON.parse(text);
}

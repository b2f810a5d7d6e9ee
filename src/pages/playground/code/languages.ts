// The languages in which a request can be written down, in the order of the menu.
import { writeCurl, writeRawJson } from './curl.ts';
import { writePythonOpenai, writePythonTogether } from './python.ts';
import type { SnippetRequest } from './snippet-request.ts';
import { writeFetch, writeTypescriptOpenai, writeTypescriptTogether } from './typescript.ts';

/** Name in the menu and generator, by the id that is kept. */
export const languages = {
  curl: { label: 'curl', write: writeCurl },
  'python-together': { label: 'Python (together)', write: writePythonTogether },
  'python-openai': { label: 'Python (openai)', write: writePythonOpenai },
  'typescript-together': { label: 'TypeScript (together-ai)', write: writeTypescriptTogether },
  'typescript-openai': { label: 'TypeScript (openai)', write: writeTypescriptOpenai },
  fetch: { label: 'JavaScript (fetch)', write: writeFetch },
  raw: { label: 'Raw JSON body', write: writeRawJson },
} as const satisfies Record<string, { label: string; write: (request: SnippetRequest) => string }>;

/** One of the languages. */
export type LanguageId = keyof typeof languages;

/** All ids, in the order of the menu. */
export const languageIds: readonly LanguageId[] = [
  'curl',
  'python-together',
  'python-openai',
  'typescript-together',
  'typescript-openai',
  'fetch',
  'raw',
];

/** A foreign text as a language; null where it is none. */
export function parseLanguage(value: unknown): LanguageId | null {
  return languageIds.find((id) => id === value) ?? null;
}

/** Where the key of a snippet comes from; the server of this page has one of its own. */
export function keyWords(language: LanguageId, baseUrl: string, origin = location.origin): string {
  if (language === 'raw') return 'The key is not part of the body.';
  const isOwnServer = new URL(baseUrl, origin).origin === origin;
  return isOwnServer
    ? 'The key is read from the environment variable API_KEY. For this server it is the value of INFERDECK_TOKEN, or what the server printed when it started.'
    : 'The key is read from the environment variable API_KEY; it is never part of the code.';
}

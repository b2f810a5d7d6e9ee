// Snippet languages and generators.
import { writeCurl, writeRawJson } from './curl.ts';
import { writePythonOpenai, writePythonTogether } from './python.ts';
import type { SnippetRequest } from './snippet-request.ts';
import { writeFetch, writeTypescriptOpenai, writeTypescriptTogether } from './typescript.ts';

/** By stored id. */
export const languages = {
  curl: { label: 'curl', write: writeCurl },
  'python-together': { label: 'Python (together)', write: writePythonTogether },
  'python-openai': { label: 'Python (openai)', write: writePythonOpenai },
  'typescript-together': { label: 'TypeScript (together-ai)', write: writeTypescriptTogether },
  'typescript-openai': { label: 'TypeScript (openai)', write: writeTypescriptOpenai },
  fetch: { label: 'JavaScript (fetch)', write: writeFetch },
  raw: { label: 'Raw JSON body', write: writeRawJson },
} as const satisfies Record<string, { label: string; write: (request: SnippetRequest) => string }>;

export type LanguageId = keyof typeof languages;

/** In menu order. */
export const languageIds: readonly LanguageId[] = [
  'curl',
  'python-together',
  'python-openai',
  'typescript-together',
  'typescript-openai',
  'fetch',
  'raw',
];

export function parseLanguage(value: unknown): LanguageId | null {
  return languageIds.find((id) => id === value) ?? null;
}

export function keyWords(language: LanguageId, baseUrl: string, origin = location.origin): string {
  if (language === 'raw') return 'The key is not part of the body.';
  const isOwnServer = new URL(baseUrl, origin).origin === origin;
  return isOwnServer
    ? 'The key is read from the environment variable API_KEY. For this server it is INFERDECK_TOKEN, or the token printed at its start.'
    : 'The key is read from the environment variable API_KEY; it is never part of the code.';
}

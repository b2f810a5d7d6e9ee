import { expect, test } from 'vitest';
import { keyWords, languageIds, languages, parseLanguage } from './languages.ts';
import { snippetRequest } from './snippet-request.ts';

const request = { model: 'm', prompt: 'Once', max_tokens: 5, top_k: 3 };
const codeOf = (stream: boolean) =>
  languageIds.map((id) => languages[id].write(snippetRequest({ ...request, stream }, '/v1', 'http://page')));

test('the menu offers every language once', () => {
  expect([...languageIds].sort()).toEqual(Object.keys(languages).sort());
  expect(languageIds.map(parseLanguage)).toEqual(languageIds);
  expect(parseLanguage('toString')).toBe(null);
});

test('streams are requested and read as streams, JSON answers are not', () => {
  for (const code of codeOf(true)) expect(code).toMatch(/"?stream"?[:=] ?(true|True)/);
  for (const code of codeOf(false)) expect(code).not.toMatch(/stream|no-buffer/i);
});

test('every language but the raw body has the base address and the key’s environment variable', () => {
  for (const [index, code] of codeOf(true).entries()) {
    if (languageIds[index] === 'raw') continue;
    expect(code).toContain('http://page/v1');
    expect(code).toMatch(/\$API_KEY|process\.env\.API_KEY|os\.environ\["API_KEY"\]/);
  }
});

test('a field absent from the request is absent from all code', () => {
  const all = [...codeOf(true), ...codeOf(false)].join('');
  expect(all).not.toMatch(/temperature|logprobs|undefined|null/);
});

test('the page’s own server and other services have different key variables', () => {
  const origin = 'http://127.0.0.1:4173';
  expect(keyWords('curl', '/v1', origin)).toContain('INFERDECK_TOKEN');
  expect(keyWords('curl', `${origin}/v1`, origin)).toContain('INFERDECK_TOKEN');
  expect(keyWords('curl', 'https://example.com/v1', origin)).not.toContain('INFERDECK_TOKEN');
  expect(keyWords('raw', '/v1', origin)).not.toContain('API_KEY');
});

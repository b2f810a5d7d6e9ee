import { expect, test } from 'vitest';
import { languageIds, languages } from './languages.ts';
import { snippetRequest } from './snippet-request.ts';
import { colourCode } from './syntax.ts';

const request = {
  model: 'm',
  prompt: 'He said: "it\'s // no # comment" and `more`\nfor 3 of 4',
  max_tokens: 40,
  temperature: 0.5,
  stream: true,
  stop: ['\n', '"'],
};

const partsOf = (id: (typeof languageIds)[number]) =>
  colourCode(languages[id].write(snippetRequest(request, 'http://h/v1', 'http://h')));

const kinds = (code: string) => colourCode(code).flatMap(({ kind, text }) => (kind ? [[kind, text]] : []));

test.each(languageIds)('%s: the parts join to the code, and the prompt is one string', (id) => {
  const parts = partsOf(id);
  const code = languages[id].write(snippetRequest(request, 'http://h/v1', 'http://h'));
  expect(parts.map(({ text }) => text).join('')).toBe(code);
  expect(parts.filter(({ kind, text }) => kind === 'string' && text.includes('He said'))).toHaveLength(1);
  expect(parts.filter(({ kind }) => kind === 'comment')).toEqual([]);
  expect(parts.some(({ kind, text }) => kind === 'number' && text === '40')).toBe(true);
});

test('comments, keywords, flags and keys have their own kinds', () => {
  expect(kinds('# a "note"\nfrom os import environ')).toEqual([
    ['comment', '# a "note"'],
    ['keyword', 'from'],
    ['keyword', 'import'],
  ]);
  expect(kinds('curl --no-buffer -H "x: 1"')).toEqual([
    ['keyword', '--no-buffer'],
    ['keyword', '-H'],
    ['string', '"x: 1"'],
  ]);
  expect(kinds('{"a": -1.5e-7}')).toEqual([
    ['key', '"a"'],
    ['number', '-1.5e-7'],
  ]);
});

test('very long code stays plain', () => {
  const code = `"${'x'.repeat(40_000)}"`;
  expect(colourCode(code)).toEqual([{ at: 0, text: code, kind: null }]);
});

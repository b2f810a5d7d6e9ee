import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf, paths, readSearch, safeLink } from './address.ts';

test('an address round-trips any texts', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((each) => each !== '__proto__');
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.json(), fc.constantFrom('7', 'true', '"7"', '"'));
  fc.assert(
    fc.property(fc.dictionary(name, text), (search) => {
      const address = addressOf('/models', search);
      expect(readSearch(new URL(address, 'http://localhost').search)).toEqual({ ...search });
    }),
  );
});

test.each([
  ['?q=%22123%22&f.context=%3E8000', { q: '123', 'f.context': '>8000' }],
  ['?ids=%22a%22%2C%22b%22', { ids: '"a","b"' }],
  ['?tin=1000&calc=open', { tin: '1000', calc: 'open' }],
  ['?q=%ZZ&q=b', { q: 'b' }],
  ['', {}],
])('%j is read as texts', (query, search) => {
  expect(readSearch(query)).toEqual(search);
});

test('lists and ids stay readable, and absent values are not written', () => {
  expect(addressOf(paths.jobs, { ids: 'job-1,acme/job:2', update: undefined })).toBe(
    '/jobs?ids=job-1,acme/job:2',
  );
  expect(addressOf(paths.models)).toBe('/models');
  expect(addressOf(paths.fineTune('a/b ü'), { chain: 'on' })).toBe('/fine-tunes/a%2Fb%20%C3%BC?chain=on');
});

test.each([
  ['https://example.org/m', 'https://example.org/m'],
  ['http://example.org', 'http://example.org/'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['JaVaScRiPt:alert(1)', null],
  ['//example.org', null],
  ['not an address', null],
  [undefined, null],
])('a link %s becomes %s', (link, safe) => expect(safeLink(link)).toBe(safe));

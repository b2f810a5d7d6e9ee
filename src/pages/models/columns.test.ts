import { expect, test } from 'vitest';
import { safeLink } from './columns.tsx';
import { readModelsSearch } from './search.ts';

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

test('the address of the page keeps the table and the open model, and nothing that is no text', () => {
  expect(readModelsSearch({ open: 'a/b', q: 'x', view: 'data' })).toEqual({ open: 'a/b', q: 'x' });
  expect(readModelsSearch({ open: ['x'], sort: {} })).toEqual({});
});

import { expect, test } from 'vitest';
import { readModelsSearch, withPart, withTable } from './search.ts';

test('parts that belong to nobody are dropped, and what is no text or number is too', () => {
  expect(
    readModelsSearch({ q: 'qwen', open: '', tin: {}, tday: null, calc: '', other: 'x', sort: ['id'] }),
  ).toEqual({ q: 'qwen' });
});

test('a number stands in the address as a number, and a wrong text as it was typed, cut where it is endless', () => {
  expect(readModelsSearch({ tin: '1200', tout: 'many', r: 2.5, tday: '9'.repeat(99), calc: 'yes' })).toEqual({
    tin: 1200,
    tout: 'many',
    r: 2.5,
    tday: '9'.repeat(24),
    calc: 'open',
  });
});

test('a model whose name is a number opens', () => {
  expect(readModelsSearch({ open: 42 })).toEqual({ open: '42' });
});

test('the table and the page change their own parts only', () => {
  const search = readModelsSearch({ q: 'a', sort: 'id', open: 'm', tin: 5 });
  expect(withTable(search, { q: 'b' })).toEqual({ q: 'b', open: 'm', tin: 5 });
  expect(withPart(search, 'open', '')).toEqual({ q: 'a', sort: 'id', tin: 5 });
});

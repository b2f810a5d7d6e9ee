import { expect, test } from 'vitest';
import { readPlaygroundSearch } from './search.ts';

test.each([
  [{}, {}],
  [{ view: 'data' }, { view: 'data' }],
  [
    { view: 'labs', lab: 'xray' },
    { view: 'labs', lab: 'xray' },
  ],
  [{ view: 'write' }, {}],
  [{ view: 'nonsense', lab: {} }, {}],
  [{ model: 7 }, { model: '7' }],
  [{ view: ['data'], other: 1 }, {}],
])('%j is read as %j', (raw, search) => {
  expect(readPlaygroundSearch(raw)).toEqual(search);
});

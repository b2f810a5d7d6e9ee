import { expect, test } from 'vitest';
import { noChoices, readChoices, readHardwareSearch } from './search.ts';

test('what the address says is kept, defaults are not written, and numbers stay numbers', () => {
  const said = { model: 'a/b', unit: 'month', per: 'gb', replicas: 3, used: '40', budget: 5000, need: 100 };
  expect(readHardwareSearch({ ...said, view: 'table', q: 'h100', sort: 'price' })).toEqual({
    ...said,
    used: 40,
    q: 'h100',
    sort: 'price',
  });
  expect(readHardwareSearch({ unit: 'hour', per: 'whole', replicas: 1 })).toEqual({});
});

test('every bad part is dropped and the rest stays', () => {
  const bad = {
    unit: 'year',
    per: ['gb'],
    replicas: 1.5,
    used: 0,
    budget: -1,
    need: 'much',
    view: 7,
    side: {},
  };
  expect(readChoices({ ...bad, model: 42, open: '' })).toEqual({ ...noChoices, model: '42' });
  expect(readHardwareSearch({ ...bad, other: 'x' })).toEqual({});
});

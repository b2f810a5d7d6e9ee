import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenUnits } from '#pricing/token-unit.ts';
import { noChoices, readChoices, readHardwareSearch, writeChoices, type Choices } from './search.ts';

test('what the address says is kept, defaults are not written, and numbers stay numbers', () => {
  const said = {
    model: 'a/b',
    unit: 'month',
    per: 'gb',
    replicas: 3,
    used: '40',
    budget: '5,000',
    need: 100,
  };
  expect(readHardwareSearch({ ...said, view: 'table', q: 'h100', sort: 'price' })).toEqual({
    ...said,
    used: 40,
    budget: 5000,
    q: 'h100',
    sort: 'price',
  });
  expect(readHardwareSearch({ unit: 'hour', per: 'whole', replicas: 1 })).toEqual({});
});

test('a number that cannot be read stays as it was typed, and what it feeds is unknown', () => {
  const typed = { replicas: '1.5', used: '0', budget: '1,5', need: 'much' };
  expect(readHardwareSearch(typed)).toEqual(typed);
  expect(readChoices(typed)).toEqual({ ...noChoices, replicas: null, utilisation: null, unread: typed });
});

test('no model in the matrix is another choice than those that come first', () => {
  expect(readHardwareSearch({ view: 'matrix', rows: '' })).toEqual({ view: 'matrix', rows: '' });
  expect(readChoices({ rows: '' }).rows).toBe('');
  expect(readChoices({}).rows).toBeNull();
});

test('every bad part is dropped and the rest stays', () => {
  const bad = {
    unit: 'year',
    per: ['gb'],
    view: 7,
    side: {},
    prices: 'dollars',
  };
  expect(readChoices({ ...bad, model: 42, open: '' })).toEqual({ ...noChoices, model: '42' });
  expect(readHardwareSearch({ ...bad, other: 'x' })).toEqual({});
});

const said = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');
const choices: fc.Arbitrary<Choices> = fc.record({
  model: fc.option(said),
  unit: fc.constantFrom('minute', 'hour', 'day', 'month'),
  share: fc.constantFrom('whole', 'gpu', 'gb'),
  replicas: fc.integer({ min: 1, max: 1000 }),
  utilisation: fc.double({ min: 1, max: 100, noNaN: true }),
  budget: fc.option(fc.integer({ min: 0, max: 1e9 })),
  need: fc.option(fc.double({ min: 1, max: 1e6, noNaN: true })),
  view: fc.constantFrom('table', 'matrix', 'break-even'),
  side: fc.option(fc.constantFrom('details', 'charts', 'watch', 'changes')),
  open: fc.option(said),
  rows: fc.option(fc.oneof(said, fc.constant(''))),
  prices: fc.option(fc.constantFrom(...tokenUnits)),
  unread: fc.constant({}),
});

test('every choice comes back from its address as it was, beside whatever the table says', () => {
  fc.assert(
    fc.property(choices, (chosen) => {
      const address = readHardwareSearch({ q: 'h100', ...writeChoices(chosen) });
      expect(readChoices(address)).toEqual(chosen);
      expect(readHardwareSearch(address)).toEqual(address);
    }),
  );
});

test('no address breaks the page, and what was read of it is stable', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom(...Object.keys(noChoices), 'per', 'used', 'tpm', 'h.q'));
  const value = fc.oneof(fc.string(), fc.double(), fc.anything());
  fc.assert(
    fc.property(fc.dictionary(name, value), (raw) => {
      const address = readHardwareSearch(raw);
      expect(readHardwareSearch(address)).toEqual(address);
      expect(readChoices(address)).toEqual(readChoices(raw));
    }),
  );
});

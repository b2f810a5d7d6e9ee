import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenUnits } from '#pricing/units.ts';
import {
  listParams,
  readChoices,
  readHardwareSearch,
  withChoices,
  withListParams,
  withNumber,
  type Choices,
} from './search.ts';

const noChoices = readChoices({});

test('an empty address means the defaults and no choices', () => {
  const { unit, per, replicas, used, view, unread, ...others } = noChoices;
  expect([unit, per, replicas, used, view, unread]).toEqual(['hour', 'whole', 1, 100, 'table', {}]);
  expect(new Set(Object.values(others))).toEqual(new Set([null]));
});

test('address values are kept, defaults are not written, and numbers stay numbers', () => {
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

test('an unreadable number stays as typed, and values derived from it are unknown', () => {
  const typed = { replicas: '1.5', used: '0', budget: '1,5', need: 'much' };
  expect(readHardwareSearch(typed)).toEqual(typed);
  expect(readChoices(typed)).toEqual({ ...noChoices, replicas: null, used: null, unread: typed });
});

test('an empty choice of models in the matrix differs from the default', () => {
  expect(readHardwareSearch({ view: 'matrix', rows: '' })).toEqual({ view: 'matrix', rows: '' });
  expect(readChoices({ rows: '' }).rows).toBe('');
  expect(readChoices({}).rows).toBeNull();
});

test('every invalid part is dropped and the rest stays', () => {
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
const number = (min: number, max: number) =>
  fc.option(fc.double({ min, max, noNaN: true, noDefaultInfinity: true }));
const dates = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const choices: fc.Arbitrary<Choices> = fc
  .record({
    model: fc.option(said),
    unit: fc.constantFrom('minute', 'hour', 'day', 'month'),
    per: fc.constantFrom('whole', 'gpu', 'gb'),
    replicas: fc.integer({ min: 1, max: 1000 }),
    used: fc.double({ min: 1, max: 100, noNaN: true }),
    budget: fc.option(fc.integer({ min: 0, max: 1e9 })),
    need: number(1, 1e6),
    view: fc.constantFrom('table', 'matrix', 'break-even'),
    side: fc.option(fc.constantFrom('details', 'charts', 'watch', 'changes')),
    open: fc.option(said),
    rows: fc.option(fc.oneof(said, fc.constant(''))),
    prices: fc.option(fc.constantFrom(...tokenUnits)),
    quote: number(0, 1e6),
    blend: number(0, 1000),
    tpm: number(1, 1e12),
    tpmAt: fc.option(dates),
    tpmOf: fc.option(fc.constantFrom('output' as const, 'total' as const)),
    tpmOn: fc.option(fc.string({ minLength: 1, maxLength: 200 })),
    cached: number(0, 100),
    cachedPrice: number(0, 100),
    traffic: number(0, 1e12),
    trafficOf: fc.option(fc.constant('example' as const)),
    request: number(1, 1e12),
    period: fc.option(fc.constant('hour' as const)),
    grow: fc.option(fc.constant('added' as const)),
    against: fc.option(fc.constant('models' as const)),
    ftTokens: fc.option(fc.integer({ min: 1, max: 1e15 })),
    ftEpochs: fc.option(fc.integer({ min: 1, max: 1000 })),
    ftJob: fc.option(fc.string({ minLength: 1, maxLength: 200 })),
    unread: fc.constant({}),
  })
  // A date needs a measured throughput, an example a traffic.
  .filter(
    ({ tpm, tpmAt, tpmOf, tpmOn, traffic, trafficOf }) =>
      (tpm !== null || (tpmAt === null && tpmOf === null && tpmOn === null)) &&
      (traffic !== null || trafficOf === null),
  );

test('every choice round-trips through the address, along with the state of the tables', () => {
  fc.assert(
    fc.property(choices, fc.string({ minLength: 1 }), (chosen, text) => {
      const tables = { q: 'h100', 'h.q': text, 'm.sort': '-breakEven' };
      const address = readHardwareSearch(withChoices(tables, chosen));
      expect(address).toMatchObject(tables);
      expect(readChoices(address)).toEqual(chosen);
      expect(readHardwareSearch(address)).toEqual(address);
    }),
  );
});

test('any address is read without errors, and reading it again changes nothing', () => {
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

test('an address round-trips unchanged', () => {
  const search = {
    blend: 4.5,
    tpm: 4512,
    tpmAt: '2026-11-21T10:00:00.000Z',
    cached: 30,
    cachedPrice: 10,
    traffic: 150_000,
    period: 'hour',
    grow: 'added',
    against: 'models',
    ftTokens: 1e7,
    ftEpochs: 3,
    ftJob: 'ft-1',
    'h.sort': '-breakEven',
    'm.f.breakEven': '<100',
  };
  expect(readHardwareSearch(search)).toEqual(search);
});

test('every invalid part is dropped without affecting others', () => {
  expect(
    readHardwareSearch({
      tpmAt: '2026-11-21',
      period: 'week',
      grow: 1,
      against: null,
      ftJob: 'x'.repeat(500),
      'h.gone': 'x',
      cachedPrice: '10',
    }),
  ).toEqual({ cachedPrice: 10 });
});

test('an unreadable number stays as typed, and a typed one has no measurement date', () => {
  const typed = { blend: '-1', tpm: 'many', cached: '101', ftTokens: '500,00' };
  expect(readHardwareSearch(typed)).toEqual(typed);
  expect(readChoices(typed)).toMatchObject({ blend: null, tpm: null, unread: typed });
  const measured = { tpm: 5, tpmAt: '2026-11-21', tpmOn: 'here', blend: 2 };
  expect(withNumber(measured, 'tpm', 6)).toEqual({ tpm: 6, blend: 2 });
  expect(withNumber(measured, 'blend', null)).toEqual({ tpm: 5, tpmAt: '2026-11-21', tpmOn: 'here' });
});

test('a date without a throughput is dropped, and so is markup in its place', () => {
  expect(readChoices({ tpm: 5, tpmAt: '2026-11-21<b>' }).tpmAt).toBeNull();
});

test('a change leaves the rest of the address, and null takes a part out', () => {
  const before = { model: 'm', blend: 2, traffic: 5 };
  expect(withChoices(before, { blend: null, tpm: 7 })).toEqual({ model: 'm', traffic: 5, tpm: 7 });
});

test('a measured throughput goes with its model, and an entered one stays', () => {
  const measured = { model: 'm', tpm: 5, tpmAt: '2026-11-21', tpmOf: 'output', tpmOn: 'here' };
  expect(withChoices(measured, { model: 'other', open: 'h' })).toEqual({ model: 'other', open: 'h' });
  expect(withChoices(measured, { model: 'm', open: 'h' })).toEqual({ ...measured, open: 'h' });
  expect(withChoices(measured, { model: 'other', tpm: 6 })).toEqual({ model: 'other', tpm: 6 });
  const entered = { model: 'm', tpm: 5, tpmOn: 'm on h' };
  expect(withChoices(entered, { model: 'other' })).toEqual({ ...entered, model: 'other' });
});

test('the two lists and the table of the page keep apart', () => {
  const search = withListParams({ q: 'own', 'm.q': 'models' }, 'hardware', { q: 'h100' });
  expect(search).toEqual({ q: 'own', 'm.q': 'models', 'h.q': 'h100' });
  expect(listParams(search, 'models')).toEqual({ q: 'models' });
  expect(withListParams(search, 'models', {})).toEqual({ q: 'own', 'h.q': 'h100' });
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  listParams,
  readDecisionChoices,
  readDecisionSearch,
  withDecision,
  withListParams,
  withNumber,
  type DecisionChoices,
} from './search.ts';

test('an address comes back as it was', () => {
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
  expect(readDecisionSearch(search)).toEqual(search);
});

test('every bad part is left out and costs no other', () => {
  expect(
    readDecisionSearch({
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

test('a number that cannot be read stays as it was typed, and one that is typed was measured at no time', () => {
  const typed = { blend: '-1', tpm: 'many', cached: '101', ftTokens: '500,00' };
  expect(readDecisionSearch(typed)).toEqual(typed);
  expect(readDecisionChoices(typed)).toMatchObject({ blend: null, tpm: null, unread: typed });
  const measured = { tpm: 5, tpmAt: '2026-11-21', tpmOn: 'here', blend: 2 };
  expect(withNumber(measured, 'tpm', 6)).toEqual({ tpm: 6, blend: 2 });
  expect(withNumber(measured, 'blend', null)).toEqual({ tpm: 5, tpmAt: '2026-11-21', tpmOn: 'here' });
});

test('a date without a throughput says nothing, and markup is no date', () => {
  expect(readDecisionChoices({ tpm: 5, tpmAt: '2026-11-21<b>' }).tpmAt).toBeNull();
});

test('a change leaves the rest of the address, and null takes a part out', () => {
  const before = { model: 'm', blend: 2, traffic: 5 };
  expect(withDecision(before, { blend: null, tpm: 7 })).toEqual({ model: 'm', traffic: 5, tpm: 7 });
});

test('the two lists and the table of the page keep apart', () => {
  const search = withListParams({ q: 'own', 'm.q': 'models' }, 'hardware', { q: 'h100' });
  expect(search).toEqual({ q: 'own', 'm.q': 'models', 'h.q': 'h100' });
  expect(listParams(search, 'models')).toEqual({ q: 'models' });
  expect(withListParams(search, 'models', {})).toEqual({ q: 'own', 'h.q': 'h100' });
});

const number = (min: number, max: number) =>
  fc.option(fc.double({ min, max, noNaN: true, noDefaultInfinity: true }));
const measured = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const terms: fc.Arbitrary<DecisionChoices> = fc
  .record({
    blend: number(0, 1000),
    tpm: number(1, 1e12),
    tpmAt: fc.option(measured),
    tpmOf: fc.option(fc.constantFrom('output' as const, 'total' as const)),
    tpmOn: fc.option(fc.string({ minLength: 1, maxLength: 200 })),
    cached: number(0, 100),
    cachedPrice: number(0, 100),
    traffic: number(0, 1e12),
    period: fc.option(fc.constant('hour' as const)),
    grow: fc.option(fc.constant('added' as const)),
    against: fc.option(fc.constant('models' as const)),
    ftTokens: fc.option(fc.integer({ min: 1, max: 1e15 })),
    ftEpochs: fc.option(fc.integer({ min: 1, max: 1000 })),
    ftJob: fc.option(fc.string({ minLength: 1, maxLength: 200 })),
    unread: fc.constant({}),
  })
  // A date belongs to a throughput that was measured.
  .filter(
    ({ tpm, tpmAt, tpmOf, tpmOn }) => tpm !== null || (tpmAt === null && tpmOf === null && tpmOn === null),
  );

test('all terms come back from their address, whatever lies beside them', () => {
  fc.assert(
    fc.property(terms, fc.string({ minLength: 1 }), (chosen, text) => {
      const address = withDecision({ 'h.q': text, 'm.sort': '-breakEven' }, chosen);
      expect(readDecisionChoices(address)).toEqual(chosen);
      expect(readDecisionSearch(address)).toEqual(address);
    }),
  );
});

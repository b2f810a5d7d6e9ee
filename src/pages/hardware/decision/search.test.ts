import { expect, test } from 'vitest';
import {
  listParams,
  readDecisionChoices,
  readDecisionSearch,
  withDecision,
  withListParams,
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
      blend: -1,
      tpm: 'many',
      tpmAt: '2026-11-21',
      cached: 101,
      traffic: Infinity,
      period: 'week',
      grow: 1,
      against: null,
      ftJob: 'x'.repeat(500),
      'h.gone': 'x',
      cachedPrice: '10',
    }),
  ).toEqual({ cachedPrice: 10 });
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

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenUnit, tokenUnits } from '#pricing/units.ts';
import { pickTableParams } from '#table/address-params.ts';
import {
  isWorkloadEntered,
  readModelsSearch,
  readWorkload,
  unitOf,
  withPart,
  withTable,
  withUnitWhereRead,
  withWorkload,
  workloadNames,
  workloadText,
} from './search.ts';

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

test('the unit of prices is said where a filter, a workload or an open model is read by it', () => {
  const cents = tokenUnit('cents-million');
  const read = { 'f.input': '<=1', tday: 5, calc: 'open', open: 'm', cmp: 'a,b', 'f.monthly': '<9' };
  for (const [name, value] of Object.entries(read)) {
    const said = withUnitWhereRead(readModelsSearch({ [name]: value }), cents);
    expect(said).toEqual({ [name]: value, prices: 'cents-million' });
    expect(unitOf(said)).toBe(cents);
  }
  const silent = readModelsSearch({ q: 'a', sort: 'input', 'f.context': '>=8192' });
  expect(withUnitWhereRead(silent, cents)).toBe(silent);
});

test('the unit that an address says is not replaced by that of its reader, and an unknown one is dropped', () => {
  const said = readModelsSearch({ prices: 'dollars-thousand', calc: 'open' });
  expect(withUnitWhereRead(said, tokenUnit('cents-million'))).toBe(said);
  expect(unitOf(readModelsSearch({ prices: 'pounds' }))).toBeNull();
});

test('the own parts of an address come back as they were, also through a browser', () => {
  const text = fc.string({ minLength: 1, maxLength: 24 }).map((each) => each.trim());
  const parts = fc.record({
    open: fc.oneof(text, fc.nat().map(String)),
    calc: fc.constantFrom('', 'open'),
    prices: fc.constantFrom('', ...tokenUnits.map(({ id }) => id)),
    tin: fc.oneof(text, fc.nat().map(String)),
    r: fc.double({ noNaN: true }).map(String),
    q: text,
  });
  fc.assert(
    fc.property(parts, (typed) => {
      const search = readModelsSearch(typed);
      expect(readModelsSearch(search)).toEqual(search);
      expect(String(search['open'] ?? '')).toBe(typed.open);
      expect(search['calc'] ?? '').toBe(typed.calc);
      expect(unitOf(search)?.id ?? '').toBe(typed.prices);
      expect(workloadText(search, 'tin')).toBe(typed.tin);
      expect(workloadText(search, 'r')).toBe(typed.r.slice(0, 24));
      expect(withTable(search, pickTableParams(search))).toEqual(search);
    }),
  );
});

test('no address breaks the page, and what was read of it is stable', () => {
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('open', 'calc', 'prices', 'q', 'f.input', '__proto__', ...workloadNames),
  );
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(fc.string(), fc.anything())), (raw) => {
      const search = readModelsSearch(raw);
      expect(readModelsSearch(search)).toEqual(search);
    }),
  );
});

const read = (raw: Record<string, unknown>) => readWorkload(readModelsSearch(raw));

test('empty fields count as the usual numbers', () => {
  expect(read({})).toEqual({
    workload: { input: 1000, cached: 0, cachedShare: 1, output: 300, requestsPerDay: 1000 },
    ratio: 3,
    errors: {},
  });
});

test('numbers are read with thousands separated, as texts and as numbers', () => {
  const { workload, ratio } = read({ tin: '12,000', tcached: 8000, tshare: '0.25', tday: '1e5', r: '0' });
  expect(workload).toEqual({
    input: 12_000,
    cached: 8000,
    cachedShare: 0.25,
    output: 300,
    requestsPerDay: 100_000,
  });
  expect(ratio).toBe(0);
});

test('a wrong field is named, takes the month away, and leaves the blend', () => {
  const { workload, ratio, errors } = read({ tout: 'many', tday: -1 });
  expect(workload).toBeNull();
  expect(ratio).toBe(3);
  expect(errors).toEqual({
    tout: 'Output: “many” is not a number.',
    tday: 'Requests: a number from 0 to 1,000,000,000,000.',
  });
});

test('a wrong ratio takes the blend away, and leaves the month', () => {
  const { workload, ratio, errors } = read({ r: '3:1' });
  expect(workload).not.toBeNull();
  expect(ratio).toBeNull();
  expect(Object.keys(errors)).toEqual(['r']);
});

test('more cached tokens than input tokens, and a share above one, are refused', () => {
  expect(read({ tin: 10, tcached: 11 }).errors.tcached).toContain('cannot exceed its 10');
  expect(read({ tshare: 1.5 }).errors.tshare).toBe('Cached token costs: a number from 0 to 1.');
});

test('a workload from elsewhere opens the calculator with what is not the default', () => {
  const workload = { input: 900, cached: 0, cachedShare: 1, output: 300, requestsPerDay: 180_000 };
  const search = withWorkload({ q: 'llama', tcached: 5 }, workload);
  expect(search).toEqual({ q: 'llama', calc: 'open', tin: '900', tday: '180000' });
  expect(read(search).workload).toEqual(workload);
  expect([isWorkloadEntered(search), isWorkloadEntered({ r: '4' })]).toEqual([true, false]);
});

test('the address of the page keeps the table and the open model, and nothing that is no text', () => {
  expect(readModelsSearch({ open: 'a/b', q: 'x', view: 'data' })).toEqual({ open: 'a/b', q: 'x' });
  expect(readModelsSearch({ open: ['x'], sort: {} })).toEqual({});
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenUnit, tokenUnits } from '#pricing/units.ts';
import { pickTableParams, withTableParams } from '#table/address-params.ts';
import { modelColumns } from './columns.tsx';
import {
  isWorkloadEntered,
  readModelsSearch,
  readWorkload,
  unitOf,
  withPart,
  withUnitWhereRead,
  withWorkload,
  workloadNames,
  workloadText,
} from './search.ts';

test('unknown parts are dropped, and so are values that are not texts or numbers', () => {
  expect(
    readModelsSearch({ q: 'qwen', open: '', tin: {}, tday: null, calc: '', other: 'x', sort: ['id'] }),
  ).toEqual({ q: 'qwen' });
});

test('a number is a number in the address, and invalid text stays as typed, cut if too long', () => {
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

test('the table and the page change only their own parts', () => {
  const search = readModelsSearch({ q: 'a', sort: 'id', open: 'm', tin: 5 });
  expect(withTableParams(search, { q: 'b' })).toEqual({ q: 'b', open: 'm', tin: 5 });
  expect(withPart(search, 'open', '')).toEqual({ q: 'a', sort: 'id', tin: 5 });
});

test('the address has the price unit if a filter, a workload or an open model depends on it', () => {
  const cents = tokenUnit('cents-million');
  const choices = {
    unit: cents,
    reading: readWorkload({}),
    isPricingMonths: true,
    isPhone: false,
    changes: null,
    hasSamples: false,
  };
  const columns = modelColumns(choices).flatMap(({ id, isReadByUnit }) => (isReadByUnit ? [id] : []));
  expect(columns).toEqual(['monthly', 'input', 'output', 'blended', 'finetune']);
  const read = { 'f.input': '<=1', tday: 5, calc: 'open', open: 'm', cmp: 'a,b', 'f.monthly': '<9' };
  for (const [name, value] of Object.entries(read)) {
    const said = withUnitWhereRead(readModelsSearch({ [name]: value }), cents, columns);
    expect(said).toEqual({ [name]: value, prices: 'cents-million' });
    expect(unitOf(said)).toBe(cents);
  }
  const silent = readModelsSearch({ q: 'a', sort: 'input', 'f.context': '>=8192' });
  expect(withUnitWhereRead(silent, cents, columns)).toBe(silent);
});

test('the unit in an address is not replaced by the reader’s, and an unknown one is dropped', () => {
  const said = readModelsSearch({ prices: 'dollars-thousand', calc: 'open' });
  expect(withUnitWhereRead(said, tokenUnit('cents-million'), [])).toBe(said);
  expect(unitOf(readModelsSearch({ prices: 'pounds' }))).toBeNull();
});

test('the page’s parts of an address round-trip, even through a browser', () => {
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
      expect(withTableParams(search, pickTableParams(search))).toEqual(search);
    }),
  );
});

test('any address is read without errors, and reading it again changes nothing', () => {
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

test('units may be typed, and an older link with a share is read as a percentage', () => {
  expect(read({ tin: '1,800 tokens', tday: '40K a day' }).workload).toMatchObject({
    input: 1_800,
    requestsPerDay: 40_000,
  });
  for (const quarter of [{ tprice: '25%' }, { tprice: 25 }, { tshare: 0.25 }])
    expect(read(quarter).workload?.cachedShare).toBe(0.25);
});

test('empty fields count as the defaults', () => {
  expect(read({})).toEqual({
    workload: { input: 1000, cached: 0, cachedShare: 1, output: 300, requestsPerDay: 1000 },
    ratio: 3,
    errors: {},
  });
});

test('numbers are read with thousands separated, as texts and as numbers', () => {
  const { workload, ratio } = read({ tin: '12,000', tcached: 8000, tprice: '25', tday: '1e5', r: '0' });
  expect(workload).toEqual({
    input: 12_000,
    cached: 8000,
    cachedShare: 0.25,
    output: 300,
    requestsPerDay: 100_000,
  });
  expect(ratio).toBe(0);
});

test('an invalid field is named, removes the monthly cost, and keeps the blended price', () => {
  const { workload, ratio, errors } = read({ tout: 'many', tday: -1 });
  expect(workload).toBeNull();
  expect(ratio).toBe(3);
  expect(errors).toEqual({
    tout: 'Output: “many” is not a number.',
    tday: 'Requests: a number from 0 to 1,000,000,000,000.',
  });
});

test('an empty ratio is that of the workload, and of the default without one', () => {
  expect(read({ tin: 1_800, tout: 350 }).ratio).toBeCloseTo(36 / 7, 12);
  expect([read({ tin: 1_800, r: 2 }).ratio, read({ tout: 0 }).ratio, read({ r: '' }).ratio]).toEqual([
    2, 3, 3,
  ]);
});

test('an invalid ratio removes the blended price, and keeps the monthly cost', () => {
  const { workload, ratio, errors } = read({ r: '3:1' });
  expect(workload).not.toBeNull();
  expect(ratio).toBeNull();
  expect(Object.keys(errors)).toEqual(['r']);
});

test('more cached tokens than input tokens, a share of them, and a price above the input’s are refused', () => {
  expect(read({ tin: 10, tcached: 11 }).errors.tcached).toContain('cannot exceed its 10');
  expect(read({ tin: '2,000', tcached: '80%' }).errors.tcached).toBe(
    'of which cached: enter tokens. 80% of 2,000 is 1,600.',
  );
  expect(read({ tprice: 150 }).errors.tprice).toBe('Price of cached input: a number from 0 to 100.');
});

test('a workload from another page opens the calculator with its non-default values', () => {
  const workload = { input: 900, cached: 0, cachedShare: 1, output: 300, requestsPerDay: 180_000 };
  const search = withWorkload({ q: 'llama', tcached: 5 }, workload);
  expect(search).toEqual({ q: 'llama', calc: 'open', tin: '900', tday: '180000' });
  expect(read(search).workload).toEqual(workload);
  expect([isWorkloadEntered(search), isWorkloadEntered({ r: '4' })]).toEqual([true, false]);
});

test('the address keeps the table and the open model, and drops values that are not text', () => {
  expect(readModelsSearch({ open: 'a/b', q: 'x', view: 'data' })).toEqual({ open: 'a/b', q: 'x' });
  expect(readModelsSearch({ open: ['x'], sort: {} })).toEqual({});
});

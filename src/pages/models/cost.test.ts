import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Model } from '#api/schema/model.ts';
import { readRecord } from '#api/schema/read-list.ts';
import { arrange } from '#table/arrange.ts';
import { emptyState } from '#table/table-state.ts';
import { tokenUnit, tokenUnits } from '#pricing/units.ts';
import { blendedCost, daysPerMonth, monthlyCost, workloadInWords } from './cost.ts';
import { priceColumns } from './columns.tsx';

const million = tokenUnit('dollars-million');
const workload = { input: 1000, cached: 0, cachedShare: 1, output: 300, requestsPerDay: 1000 };
const model = (pricing?: Record<string, number>) => ({ id: 'm', ...(pricing && { pricing }) });

test('a monthly cost is requests times tokens times price', () => {
  expect(daysPerMonth).toBeCloseTo(30.4167, 4);
  const { value, formula } = monthlyCost(model({ input: 3, output: 7 }), million, workload);
  expect(value).toBeCloseTo((1000 * 3 + 300 * 7) * 1e-6 * 1000 * (730 / 24), 9);
  expect(formula()).toBe('(1,000 × $3.00 + 300 × $7.00) ÷ 1M × 1,000/day × 30.4167 days');
});

test('a workload is written in words for a file', () => {
  expect(workloadInWords(workload)).toBe('1,000 requests a day of 1,000 input and 300 output tokens');
  expect(workloadInWords({ ...workload, cached: 800, cachedShare: 0.25 })).toContain(
    '1,000 input (800 cached at 25 %) and',
  );
  expect(workloadInWords({ ...workload, requestsPerDay: 657.534 })).toContain('657.534 requests a day');
});

test('cached tokens cost their share of the input price', () => {
  const cached = { ...workload, cached: 800, cachedShare: 0.25 };
  const { value, formula } = monthlyCost(model({ input: 2, output: 0 }), million, cached);
  expect(value).toBeCloseTo((200 + 200) * 2e-6 * 1000 * (730 / 24), 9);
  expect(formula()).toContain('200 × $2.00 + 800 × 0.25 × $2.00');
});

test('the chosen unit decides how a price is read', () => {
  const prices = model({ input: 3, output: 7 });
  const usual = monthlyCost(prices, million, workload).value;
  expect(monthlyCost(prices, tokenUnit('dollars-thousand'), workload).value).toBeCloseTo(
    Number(usual) * 1000,
    6,
  );
});

test('every unit scales the monthly cost of any workload, and leaves the blended price', () => {
  const price = fc.double({ min: 0.001, max: 1_000, noNaN: true });
  fc.assert(
    fc.property(price, price, fc.nat(1e6), fc.constantFrom(...tokenUnits), (input, output, tokens, unit) => {
      const prices = model({ input, output });
      const asked = { ...workload, output: tokens };
      const [usual, other] = [million, unit].map((each) => Number(monthlyCost(prices, each, asked).value));
      const worth = (unit.dollars / unit.tokens) * 1e6;
      expect((other ?? 0) / (usual ?? 0) / worth).toBeCloseTo(1, 9);
      expect(blendedCost(prices, unit, 3).value).toBe(blendedCost(prices, million, 3).value);
    }),
  );
});

test('the blended price stays in the unit of the record', () => {
  const { value, formula } = blendedCost(model({ input: 1, output: 5 }), million, 3);
  expect([value, formula()]).toEqual([2, '(3 × 1 + 5) ÷ 4']);
  expect(blendedCost(model({ input: 1, output: 5 }), million, 0).value).toBe(5);
});

test('the blended price counts cached input as the month does', () => {
  const cached = { ...workload, cached: 900, cachedShare: 0.25 };
  const prices = model({ input: 2, output: 5 });
  const { value, formula } = blendedCost(prices, million, 1000 / 300, cached);
  const tokens = 1300 * 1000 * daysPerMonth;
  expect((Number(value) * tokens) / 1e6).toBeCloseTo(Number(monthlyCost(prices, million, cached).value), 9);
  expect(formula()).toBe('(3.33333 × 2 × (0.1 + 0.9 × 0.25) + 5) ÷ 4.33333');
  const embedding = { ...prices, type: 'embedding' };
  expect(blendedCost(embedding, million, 3, cached).value).toBeCloseTo(0.65, 9);
  expect(blendedCost(prices, million, 3, workload).value).toBe(2.75);
});

test('missing, free and by the hour are distinct words instead of numbers', () => {
  const words = [undefined, { input: 1 }, { input: -1, output: 2 }, { input: 0, output: 0 }].map((pricing) =>
    monthlyCost(model(pricing), million, workload),
  );
  expect(words.map(({ value }) => value)).toEqual(['no price', 'no price', 'no price', 'hourly or free']);
  expect(words[0]?.formula()).toBe('the record states no usable input and no output price');
  expect(words[1]?.formula()).toBe('the record states no usable output price');
  expect(blendedCost(model({ input: 0, output: 0, hourly: 2 }), million, 3).value).toBe('by the hour');
  expect(blendedCost(model({ input: 0, output: 0, base: 0.003 }), million, 3).value).toBe('base price');
});

test('a request longer than the context has no monthly cost', () => {
  const small = { ...model({ input: 1, output: 1 }), context_length: 131_072 };
  const long = (input: number) => monthlyCost(small, million, { ...workload, input });
  expect(long(131_072 - 300).value).toBeGreaterThan(0);
  expect(long(131_072).value).toBe('over context');
  expect(long(150_000).formula()).toBe('150,000 + 300 tokens a request, more than its context of 131,072');
});

test('a model by the hour has the month of a machine in words, since a workload may need several', () => {
  const asked = { ...model({ input: 0, output: 0, hourly: 0.99 }), context_length: 8192 };
  const month = monthlyCost(asked, million, workload);
  expect(month.value).toBe('$722.70 a machine');
  expect(monthlyCost(asked, million, { ...workload, input: 8192 }).value).toBe('over context');
  expect(month.formula()).toContain('one machine: $0.99/h × 730 h');
  // Its token prices may be left out instead.
  expect(monthlyCost(model({ hourly: 0.99 }), million, workload).value).toBe('$722.70 a machine');
  expect(blendedCost(model({ base: 0.04 }), million, 3).value).toBe('base price');
  expect(monthlyCost(model({ input: 1, hourly: 0.99 }), million, workload).value).toBe('no price');
});

test('a model without output tokens is priced by its input alone', () => {
  const embedding = { ...model({ input: 0.02, output: 0.08 }), type: 'embedding', context_length: 1024 };
  expect(blendedCost(embedding, million, 3).value).toBe(0.02);
  const withoutOutput = { ...embedding, pricing: { input: 0.02 } };
  expect(blendedCost(withoutOutput, million, 3).value).toBe(0.02);
  expect(monthlyCost(withoutOutput, million, workload).value).toBe(
    monthlyCost(embedding, million, workload).value,
  );
  const { value, formula } = monthlyCost(embedding, million, workload);
  expect(value).toBeCloseTo(1000 * 0.02e-6 * 1000 * (730 / 24), 9);
  expect(formula()).toBe('(1,000 × $0.02) ÷ 1M × 1,000/day × 30.4167 days');
  const long = monthlyCost(embedding, million, { ...workload, input: 2000 });
  expect(long.formula()).toBe('2,000 tokens a request, more than its context of 1,024');
});

test('words in place of a token price replace the derived figures, too', () => {
  const read = readRecord(Model, { id: 'm', pricing: { input: 'contact_sales', output: 'contact_sales' } });
  const asked = read.ok ? read.record : { id: '' };
  expect(monthlyCost(asked, million, workload).value).toBe('contact sales');
  expect(blendedCost(asked, million, 3).value).toBe('contact sales');
  const [input] = priceColumns(million, null);
  const rows = [{ id: 'free', pricing: { input: 0 } }, asked, { id: 'dear', pricing: { input: 2 } }];
  expect(rows.map(input.value)).toEqual([0, 'contact sales', 2]);
  const rented = { id: 'rented', pricing: { input: 0, output: 0, hourly: 0.99 } };
  expect(input.value(rented)).toBe('by the hour');
  for (const isDescending of [false, true]) {
    const state = { ...emptyState, sort: [{ id: 'input', isDescending }] };
    expect(arrange(rows, [input], state).at(-1)).toBe(1);
  }
});

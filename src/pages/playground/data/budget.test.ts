import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyDraft } from '#draft/draft.ts';
import { readTemplate, variablesOf } from '#draft/template.ts';
import { addBounds } from '#pricing/completion-cost.ts';
import { planOf } from '#pages/playground/data/testing/tables.ts';
import { Budget, estimateOutput, measureValues } from './budget.ts';
import { readPlan } from './plan.ts';

/** Any bounds and costs, known or unknown, in any order. */
const request = fc.record({
  bound: fc.double({ min: 0, max: 1, noNaN: true }),
  share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  endsFirst: fc.boolean(),
});

test('the limit is never exceeded, whatever requests cost and in whatever order they end', () => {
  fc.assert(
    fc.property(fc.array(request), fc.double({ min: 0, max: 5, noNaN: true }), (requests, limit) => {
      const budget = new Budget(limit);
      let truth = 0;
      const open: [number, (typeof requests)[number]][] = [];
      const end = ([id, { bound, share }]: [number, (typeof requests)[number]]) => {
        truth += bound * (share ?? 1);
        budget.settle(id, share === null ? null : bound * share);
      };
      requests.forEach((each, id) => {
        if (each.endsFirst) open.splice(0, 1).forEach(end);
        if (!budget.fits(each.bound)) return;
        budget.reserve(id, each.bound);
        open.push([id, each]);
      });
      open.forEach(end);
      expect(truth).toBeLessThanOrEqual(limit + 1e-9);
    }),
  );
});

test('without a limit everything fits; with one, a request without a bound never does', () => {
  expect(new Budget(null).fits(null)).toBe(true);
  expect(new Budget(null).left).toBe(null);
  expect(new Budget(1e9).fits(null)).toBe(false);
});

test('the rest is the limit minus spent and reserved amounts, and can be used up', () => {
  const budget = new Budget(10, 1);
  budget.reserve(1, 4);
  budget.reserve(2, null);
  expect({ reserved: budget.reserved, left: budget.left }).toEqual({ reserved: 4, left: 5 });
  expect([budget.fits(5), budget.fits(5.01)]).toEqual([true, false]);
  budget.limit = 3;
  expect(budget.left).toBe(0);
});

test('an unused reservation is released, and an unknown cost counts as its bound', () => {
  const budget = new Budget(10);
  budget.reserve(1, 6);
  expect(budget.fits(5)).toBe(false);
  budget.settle(1, 2);
  expect({ spent: budget.spent, left: budget.left }).toEqual({ spent: 2, left: 8 });
  budget.reserve(2, 8);
  budget.settle(2, null);
  expect(budget.left).toBe(0);
});

const value = fc.string({ unit: 'grapheme', maxLength: 30 });

test('the estimate is the sum of the bounds of all requests', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), value, (values, text) => {
      const prompt = `${text.replaceAll('{', '')}€ {{v}} and {{v}}`;
      const plan = {
        ...planOf(values.length),
        draft: { ...emptyDraft, prompt, numbers: { max_tokens: '7' } },
      };
      const rows = values.map((each) => [each]);
      const read = readPlan({ ...plan, rows });
      const bounds = Array.from({ length: read.count }, (_, cell) => {
        const reading = read.requestOf(cell);
        return reading.ok ? [reading.bound] : [];
      });
      const { dollars, ...rest } = addBounds(bounds.flat());
      const template = readTemplate(prompt);
      const sizes = measureValues(rows, [...rows.keys()], variablesOf(template), plan.columns);
      const output = plan.outputs[0];
      const estimate = estimateOutput(rows.length, sizes, template, {
        prices: output?.prices ?? null,
        contextLength: null,
        maxTokens: 7,
      });
      expect(estimate).toMatchObject(rest);
      expect(estimate.dollars).toBeCloseTo(dollars ?? Number.NaN, 9);
    }),
  );
});

test('the estimate never exceeds the context of every row', () => {
  const template = readTemplate('{{v}}');
  const estimate = (length: number) => {
    const rows = [['a'.repeat(length)], ['b']];
    const sizes = measureValues(rows, [0, 1], variablesOf(template), ['v']);
    const output = { prices: null, contextLength: 100, maxTokens: 90 };
    return estimateOutput(rows.length, sizes, template, output).tokens;
  };
  expect([estimate(1), estimate(17), estimate(500)]).toEqual([184, 200, 200]);
});

test('the estimate is unknown without an output limit, and rows without a value are counted', () => {
  const template = readTemplate('{{v}}');
  const sizes = measureValues([['a'], [''], ['ü']], [0, 1, 2], variablesOf(template), ['v']);
  expect(sizes).toEqual({ bytes: 3, emptyRows: 1 });
  // A missing column does not count as an empty value.
  expect(measureValues([['x']], [0], ['a', 'colour'], ['a'])).toEqual({ bytes: 1, emptyRows: 0 });
  for (const prices of [null, { input: 1, output: 1 }]) {
    const output = { prices, contextLength: null, maxTokens: undefined };
    expect(estimateOutput(3, sizes, template, output)).toEqual({
      input: 6,
      output: null,
      tokens: null,
      dollars: null,
    });
  }
});

test('bytes are UTF-8 for values of any length, and a missing column is an empty value', () => {
  const texts = ['€'.repeat(1_365), '€'.repeat(1_366), 'a'.repeat(10_000), '🙂'.repeat(3_000)];
  const rows = [...texts.map((text) => ['x', text]), ['x'], []];
  const sizes = measureValues(rows, [...rows.keys(), 99], ['v'], ['w', 'v']);
  expect(sizes).toEqual({ bytes: Buffer.byteLength(texts.join('')), emptyRows: 3 });
});

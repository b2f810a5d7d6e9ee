import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyDraft } from '#draft/draft.ts';
import { estimateOutput, measureValues } from './estimate.ts';
import { readPlan } from './plan.ts';
import { readTemplate, variablesOf } from '#draft/template.ts';
import { planOf } from './testing/tables.ts';

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
      let tokens = 0;
      let dollars = 0;
      for (let cell = 0; cell < read.count; cell += 1) {
        const reading = read.requestOf(cell);
        tokens += reading.ok ? (reading.bound.tokens ?? 0) : 0;
        dollars += reading.ok ? (reading.bound.dollars ?? 0) : 0;
      }
      const template = readTemplate(prompt);
      const sizes = measureValues(rows, [...rows.keys()], variablesOf(template), plan.columns);
      const output = plan.outputs[0];
      const estimate = estimateOutput(rows.length, sizes, template, {
        prices: output?.prices ?? null,
        contextLength: null,
        model: 'm',
        maxTokens: 7,
      });
      expect(estimate.tokens).toBe(tokens);
      expect(estimate.dollars).toBeCloseTo(dollars, 9);
    }),
  );
});

test('without a limit of the output nothing is promised, and rows without a value are counted', () => {
  const template = readTemplate('{{v}}');
  const sizes = measureValues([['a'], [''], ['ü']], [0, 1, 2], variablesOf(template), ['v']);
  expect(sizes).toEqual({ bytes: 3, emptyRows: 1 });
  // A variable without a column is no empty value.
  expect(measureValues([['x']], [0], ['a', 'colour'], ['a'])).toEqual({ bytes: 1, emptyRows: 0 });
  const output = { prices: null, contextLength: null, model: 'm', maxTokens: undefined };
  expect(estimateOutput(3, sizes, template, output)).toMatchObject({ tokens: null, dollars: null });
});

test('bytes are those of UTF-8 for values of any length, and a row that is short of a column has an empty value', () => {
  const texts = ['€'.repeat(1_365), '€'.repeat(1_366), 'a'.repeat(10_000), '🙂'.repeat(3_000)];
  const rows = [...texts.map((text) => ['x', text]), ['x'], []];
  const sizes = measureValues(rows, [...rows.keys(), 99], ['v'], ['w', 'v']);
  expect(sizes).toEqual({ bytes: Buffer.byteLength(texts.join('')), emptyRows: 3 });
});

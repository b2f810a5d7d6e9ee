import { expect, test } from 'vitest';
import { tokenUnit } from '#pricing/token-unit.ts';
import { addUp, boundOf, costOf, describeDollars, describeTokens } from './cost.ts';

const models = [
  { id: 'paid', context_length: 100, pricing: { input: 1, output: 2 } },
  { id: 'without a price', context_length: 100 },
];
const unit = tokenUnit(null);

test('a bound counts the prompt and as many tokens as may come', () => {
  const bound = boundOf({ model: 'paid', prompt: 'abc', max_tokens: 10 }, models, unit);
  expect(bound.tokens).toBe(14);
  expect(bound.dollars).toBeCloseTo((4 + 20) / 1e6, 12);
});

test('what is not known stays unknown, and is counted', () => {
  const checkpoint = boundOf({ model: 'ft-1:40', prompt: 'abc' }, models, unit);
  expect(checkpoint).toEqual({ tokens: null, dollars: null });
  expect(boundOf({ model: 'without a price', prompt: '', max_tokens: 1 }, models, unit).dollars).toBeNull();
  expect(costOf('ft-1:40', { prompt_tokens: 1, completion_tokens: 1 }, models, unit)).toBeNull();
  expect(costOf('paid', null, models, unit)).toBeNull();
  expect(describeTokens(addUp([14, null, null]))).toBe('14 + 2 unknown');
});

test('a sum of nothing, of the unknown, and of free requests are three things', () => {
  expect(describeDollars(addUp([]))).toBe('–');
  expect(describeDollars(addUp([null, null]))).toBe('unknown');
  expect(describeDollars(addUp([0, 0]))).toBe('$0');
});

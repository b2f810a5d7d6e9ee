// Prices of samples in every unit.
import { expect, test } from 'vitest';
import { readTokenPrices } from './completion-cost.ts';
import { withSamplesIn } from './sample-prices.ts';
import { tokenUnits } from './units.ts';

const pricing = { input: 0.6, output: 1.7, finetune: 2.9, hourly: 4, base: 1 };
const models = [
  { id: 'known', sample: true, pricing },
  { id: 'unknown', pricing },
];

test.each(tokenUnits)('a sample costs the same read in $label, other prices are left', (unit) => {
  const [known, unknown] = withSamplesIn(models, unit);
  const prices = readTokenPrices(known?.pricing, unit);
  expect(prices?.input).toBeCloseTo(0.6e-6, 15);
  expect(prices?.output).toBeCloseTo(1.7e-6, 15);
  expect([known?.pricing?.hourly, known?.pricing?.base]).toEqual([4, 1]);
  expect(unknown?.pricing).toBe(pricing);
});

test('in their own unit nothing is restated', () =>
  expect(withSamplesIn(models, tokenUnits[0])).toBe(models));

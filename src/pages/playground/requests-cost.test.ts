import { expect, test } from 'vitest';
import type { Model } from '#api/schema/model.ts';
import { tokenUnit } from '#pricing/token-unit.ts';
import { boundCost, describeCost } from './requests-cost.ts';

const unit = tokenUnit(null);
const priced: Model = { id: 'a', context_length: 100, pricing: { input: 2, output: 4 } };
const bare: Model = { id: 'b' };

test('bounds are summed over all requests, a prompt by its bytes', () => {
  const bound = boundCost(
    [
      { model: 'a', prompt: 'xé', max_tokens: 1 },
      { model: 'a', prompt: '', n: 2 },
    ],
    [priced, bare],
    unit,
  );
  expect(bound).toMatchObject({ requests: 2, inputTokens: 6, outputTokens: 201 });
  expect(bound.dollars).toBeCloseTo((6 * 2 + 201 * 4) / 1e6, 12);
  expect(describeCost(bound)).toBe('2 requests · at most 6 tokens in + 201 out · at most $0.000816');
});

test('one request without a price or a limit makes the sum unknown, never smaller', () => {
  const bound = boundCost(
    [
      { model: 'a', prompt: 'x', max_tokens: 1 },
      { model: 'b', prompt: 'x' },
    ],
    [priced, bare],
    unit,
  );
  expect(bound).toMatchObject({ outputTokens: null, dollars: null });
  expect(describeCost(bound)).toBe('2 requests · at most 4 tokens in + out without a limit · price unknown');
  expect(describeCost(boundCost([], [], unit))).toBe(
    '0 requests · at most 0 tokens in + 0 out · listed at $0',
  );
});

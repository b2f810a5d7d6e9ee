import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addBounds,
  boundDollars,
  boundRequest,
  boundTokens,
  isFree,
  pricedModel,
  readTokenPrices,
  usageDollars,
} from './completion-cost.ts';
import { formatDollars } from './money.ts';
import { formatPriceIn } from './rate.ts';
import { tokenUnit, tokenUnits } from './units.ts';

const million = tokenUnit('dollars-million');

test('a completion costs its tokens at the price per million', () => {
  const prices = readTokenPrices({ input: 0.6, output: 1.7 }, million);
  expect(usageDollars({ prompt_tokens: 2_000_000, completion_tokens: 1_000_000 }, prices)).toBeCloseTo(
    2.9,
    12,
  );
});

test('without usage the cost is unknown, unless nothing costs anything', () => {
  expect(usageDollars(null, { input: 1, output: 0 })).toBeNull();
  expect(usageDollars(null, { input: 0, output: 0 })).toBe(0);
});

test('the same price read per thousand costs a thousand times as much', () => {
  const [usage, pricing] = [
    { prompt_tokens: 10, completion_tokens: 20 },
    { input: 1, output: 2 },
  ];
  const one = usageDollars(usage, readTokenPrices(pricing, million)) ?? 0;
  const other = usageDollars(usage, readTokenPrices(pricing, tokenUnit('dollars-thousand'))) ?? 0;
  expect(other / one).toBeCloseTo(1000, 9);
});

test.each([
  [undefined],
  [{}],
  [{ input: 1 }],
  [{ output: 1 }],
  [{ input: -1, output: 1 }],
  [{ input: Number.NaN, output: 1 }],
])('prices %j are unknown', (pricing) => expect(readTokenPrices(pricing, million)).toBeNull());

test.each([
  [{ input: 0, output: 0 }, true],
  [{ input: 0, output: 1 }, false],
  [{ input: 1, output: 0 }, false],
  [null, false],
])('whether a model with the prices %j is free: %s', (prices, expected) =>
  expect(isFree(prices)).toBe(expected),
);

test('without usage the cost is unknown, not zero', () => {
  expect(usageDollars(null, { input: 1, output: 1 })).toBeNull();
});

test('a request without a limit has no bound, or that of the context length if known', () => {
  const request = { prompt: 'ab' };
  expect(boundTokens(request, undefined)).toEqual({ input: 3, output: null });
  expect(boundTokens({ ...request, n: 4 }, 512)).toEqual({ input: 12, output: 2048 });
  expect(boundDollars(boundTokens(request, undefined), { input: 1, output: 1 })).toBeNull();
});

test('a bound is input plus output, each at its price, and is unknown without prices', () => {
  const bound = boundTokens({ prompt: 'abc', max_tokens: 10, n: 2 }, 512);
  expect(bound).toEqual({ input: 8, output: 20 });
  expect(boundDollars(bound, { input: 0.5, output: 2 })).toBe(44);
  expect(boundDollars(bound, null)).toBeNull();
  expect(usageDollars({ prompt_tokens: 1, completion_tokens: 1 }, null)).toBeNull();
});

const listed = [
  { id: 'paid', context_length: 100, pricing: { input: 1, output: 2 } },
  { id: 'without a price', context_length: 100 },
];
const boundOf = (request: { model: string; prompt: string; max_tokens?: number; n?: number }) =>
  boundRequest(request, pricedModel(listed, request.model, million));

test('a request is bounded by the prices and the context of its model', () => {
  expect(boundOf({ model: 'paid', prompt: 'abc', max_tokens: 10 })).toMatchObject({ tokens: 14 });
  expect(boundOf({ model: 'paid', prompt: 'abc', max_tokens: 10 }).dollars).toBeCloseTo(24 / 1e6, 12);
  expect(boundOf({ model: 'paid', prompt: '', n: 2 })).toMatchObject({ input: 2, output: 200, tokens: 200 });
  expect(boundOf({ model: 'ft-1:40', prompt: 'abc' })).toMatchObject({ tokens: null, dollars: null });
  expect(boundOf({ model: 'without a price', prompt: '', max_tokens: 1 }).dollars).toBeNull();
});

test('prompt and answer together never exceed the context, for every choice', () => {
  const prompt = 'x'.repeat(70);
  expect(boundOf({ model: 'paid', prompt, max_tokens: 29 }).tokens).toBe(100);
  expect(boundOf({ model: 'paid', prompt, max_tokens: 30 }).tokens).toBe(100);
  expect(boundOf({ model: 'paid', prompt, max_tokens: 30, n: 3 }).tokens).toBe(300);
  expect(boundOf({ model: 'other', prompt, max_tokens: 30 }).tokens).toBe(101);
});

test('bounds add up, and an unknown one makes the sum unknown, never smaller', () => {
  const known = boundOf({ model: 'paid', prompt: 'x', max_tokens: 1 });
  const unpriced = boundOf({ model: 'without a price', prompt: 'x', max_tokens: 1 });
  for (const bounds of [
    [known, unpriced],
    [unpriced, known],
  ])
    expect(addBounds(bounds)).toEqual({ input: 4, output: 2, tokens: 6, dollars: null });
  expect(addBounds([known, boundOf({ model: 'other', prompt: 'x' })])).toEqual({
    input: 4,
    output: null,
    tokens: null,
    dollars: null,
  });
  expect(addBounds([])).toEqual({ input: 0, output: 0, tokens: 0, dollars: 0 });
});

test.each([
  ['\u007F', 1],
  ['\u0080', 2],
  ['\u07FF', 2],
  ['\u0800', 3],
  ['\uFFFF', 3],
  ['\u{10000}', 4],
])('the character %j has %i bytes', (prompt, bytes) =>
  expect(boundTokens({ prompt }, undefined).input).toBe(bytes + 1),
);

test('a prompt never has more tokens than bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (prompt) => {
      expect(boundTokens({ prompt, max_tokens: 1 }, undefined).input).toBe(Buffer.byteLength(prompt) + 1);
    }),
  );
});

test.each([
  [0.00018, '$0.00018'],
  [6579.43, '$6,579.43'],
  [0.6, '$0.60'],
  [1234.567, '$1,234.57'],
  [0.125, '$0.125'],
  [5.4, '$5.40'],
  [0, '$0'],
  [-1.5, '−$1.50'],
  [0.9999, '$1.00'],
  [0.099999, '$0.10'],
  [0.0361, '$0.0361'],
  [0.262_499_999_999_999_96, '$0.263'],
  [4905.6, '$4,905.60'],
])('%d dollars read %s', (amount, text) => expect(formatDollars(amount)).toBe(text));

test('a rate names its unit as it is written', () => {
  expect([formatPriceIn(5.4, '$/h'), formatPriceIn(9, '¢/min')]).toEqual(['$5.40/h', '9.00 ¢/min']);
  expect(formatPriceIn(0.0361, '$/GB')).toBe('$0.0361/GB');
});

test('every unit has an id of its own, and an unknown one reads as the first', () => {
  expect(new Set(tokenUnits.map(({ id }) => id)).size).toBe(tokenUnits.length);
  expect(tokenUnit('nonsense')).toBe(tokenUnits[0]);
});

import { expect, test } from 'vitest';
import {
  blendedPrice,
  breakEvenTokensPerMinute,
  breakEvenVerdict,
  dedicatedPerMillion,
} from './dedicated.ts';
import { readRecord } from '#api/schema/read-list.ts';
import { Hardware } from '#api/schema/hardware.ts';
import { inFormula } from './money.ts';
import { listedPrice, rate, totalMemory } from './rate.ts';

function hardware(id: string, cents: number | undefined, gpuCount = 1, gpuMemory = 80, link = 'sxm') {
  return {
    id,
    pricing: cents === undefined ? {} : { cents_per_minute: cents },
    specs: { gpu_type: 'h100', gpu_link: link, gpu_memory: gpuMemory, gpu_count: gpuCount },
  };
}

function priceOf(pricing: unknown) {
  const read = readRecord(Hardware, { id: 'x', pricing });
  return read.ok ? listedPrice(read.record) : null;
}

const h100 = hardware('h100', 10.82);

test.each([
  ['minute', 10.82],
  ['hour', 6.492],
  ['day', 155.808],
  ['month', 4739.16],
] as const)('10.82 cents a minute, by the %s, are %d', (unit, value) => {
  expect(rate(h100, unit, 'whole').value).toBeCloseTo(value, 9);
});

test('a part costs the whole divided by the GPUs, or by all their memory', () => {
  const eight = hardware('8x', 80, 8, 80);
  expect(rate(eight, 'hour', 'gpu').value).toBeCloseTo(6, 12);
  expect(rate(eight, 'hour', 'gb').value).toBeCloseTo(48 / 640, 12);
});

test('replicas multiply the whole price and leave its parts unchanged', () => {
  expect(rate(h100, 'minute', 'whole', 3).value).toBeCloseTo(32.46, 12);
  expect(rate(h100, 'minute', 'gpu', 3).value).toBeCloseTo(10.82, 12);
});

test('without a number of replicas the whole has no price, and its parts still do', () => {
  expect(rate(h100, 'hour', 'whole', null)).toEqual({
    value: null,
    formula: 'The number of replicas is invalid.',
  });
  expect(rate(h100, 'minute', 'gpu', null).value).toBeCloseTo(10.82, 12);
});

test('the formula shows the numbers it was computed from', () => {
  expect(rate(h100, 'hour', 'whole').formula).toBe('10.82 ¢/min × 60 min ÷ 100 = $6.492/h');
});

test.each([
  ['hour', 'gpu', 1, '80 ¢/min × 60 min ÷ 100 ÷ 8 GPU = $6.00/h'],
  ['hour', 'gb', 1, '80 ¢/min × 60 min ÷ 100 ÷ 640 GB = $0.075/h'],
  ['minute', 'whole', 1, '80 ¢/min = 80 ¢/min'],
  ['minute', 'whole', 3, '80 ¢/min × 3 replicas = 240 ¢/min'],
  ['minute', 'gpu', 3, '80 ¢/min ÷ 8 GPU = 10 ¢/min'],
  ['day', 'whole', 1, '80 ¢/min × 60 min ÷ 100 × 24 h = $1,152.00/day'],
  ['month', 'whole', 2, '80 ¢/min × 60 min ÷ 100 × 730 h × 2 replicas = $70,080.00/month'],
] as const)(
  'by the %s and for the %s of %i replicas the formula reads %s',
  (unit, share, replicas, formula) =>
    expect(rate(hardware('8x', 80, 8, 80), unit, share, replicas).formula).toBe(formula),
);

test('memory is that of all GPUs, and known only where both its factors are above zero', () => {
  expect(totalMemory(hardware('8x', 80, 8, 80))).toBe(640);
  for (const specs of [
    undefined,
    {},
    { gpu_memory: 80 },
    { gpu_count: 8 },
    { gpu_memory: 0, gpu_count: 8 },
    { gpu_memory: 80, gpu_count: 0 },
    { gpu_memory: -80, gpu_count: -8 },
  ])
    expect(totalMemory(specs === undefined ? {} : { specs })).toBeNull();
});

test('numbers in formulas have six digits or all integer digits, separators and a true minus', () => {
  expect([1_234_567.8, 0.123_456_78, 122_954.545, -1.5].map(inFormula)).toEqual([
    '1,234,568',
    '0.123457',
    '122,955',
    '−1.5',
  ]);
});

test('missing, zero and on request are distinct prices', () => {
  expect(listedPrice({ pricing: {} })).toEqual({ kind: 'missing' });
  expect(listedPrice({ pricing: { cents_per_minute: 0 } })).toEqual({ kind: 'listed', centsPerMinute: 0 });
  expect(rate(hardware('x', undefined), 'hour', 'whole')).toEqual({
    value: null,
    formula: 'The service states no price.',
  });
});

test('words in place of a price are shown, whichever field holds them', () => {
  const contact = { kind: 'contact', words: 'contact sales' };
  expect(priceOf({ cents_per_minute: 'contact_sales' })).toEqual(contact);
  expect(priceOf({ cents_per_minute: null, status: 'contact_sales' })).toEqual(contact);
  expect(priceOf({ currency: 'USD', ways: ['contact'], status: 'Contact us' })).toEqual({
    kind: 'contact',
    words: 'Contact us',
  });
  expect(priceOf({ currency: 'USD', since: 2026 })).toEqual({ kind: 'missing' });
  expect(listedPrice({})).toEqual({ kind: 'missing' });
  expect(priceOf({ cents_per_minute: '10.82' })).toEqual({ kind: 'listed', centsPerMinute: 10.82 });
  expect(priceOf({ cents_per_minute: ' ' })).toEqual({ kind: 'missing' });
  expect(priceOf({ cents_per_minute: {} })).toEqual({ kind: 'missing' });
  const asked = { id: 'x', pricing: { cents_per_minute: 'POA' } };
  expect(rate(asked, 'hour', 'whole')).toEqual({
    value: null,
    formula: 'The service states no amount: POA.',
  });
});

test('a configuration without memory or GPU count has no price per unit of either', () => {
  const bare = { id: '1x_nvidia_l40s', pricing: { cents_per_minute: 3 }, specs: {} };
  expect(rate(bare, 'hour', 'gpu')).toEqual({
    value: null,
    formula: 'Its specs lack the number of GPUs.',
  });
  expect(rate(bare, 'hour', 'gb')).toEqual({ value: null, formula: 'Its specs lack the memory.' });
  expect(rate(bare, 'hour', 'whole').value).toBeCloseTo(1.8, 12);
  const { id, pricing } = bare;
  expect(rate({ id, pricing }, 'hour', 'gpu').value).toBeNull();
  expect(rate({ ...bare, specs: { gpu_count: 0 } }, 'hour', 'gpu').value).toBeNull();
});

test('10.82 cents a minute against $0.88 for a million break even at 122,955 tokens a minute', () => {
  const one = breakEvenTokensPerMinute({ centsPerMinute: 10.82, replicas: 1 }, 0.88e-6);
  expect(Math.round(one.value ?? 0)).toBe(122_955);
  expect(one.formula).toBe('$0.1082/min ÷ $0.88/1M = 122,955 tokens/min');
});

test('each replica raises the break-even, and the formula shows it', () => {
  const three = breakEvenTokensPerMinute({ centsPerMinute: 10.82, replicas: 3 }, 0.88e-6);
  expect(three.value).toBeCloseTo((3 * 0.1082) / 0.88e-6, 6);
  expect(three.formula).toBe('3 × $0.1082/min ÷ $0.88/1M = 368,864 tokens/min');
});

test('a token price of 0 has no break-even, and says why', () =>
  expect(breakEvenTokensPerMinute({ centsPerMinute: 10.82, replicas: 1 }, 0)).toEqual({
    value: null,
    formula: 'Serverless tokens are free, so dedicated never pays off.',
  }));

test('the blend weighs input by its ratio', () => {
  expect(blendedPrice({ input: 1, output: 5 }, 3)).toBe(2);
  expect(blendedPrice({ input: 2, output: 6 }, 3)).toBe(3);
  expect(blendedPrice({ input: 1, output: 5 }, 0)).toBe(5);
});

test('half the utilisation doubles the price of a token, as an idle machine still bills', () => {
  const full = { centsPerMinute: 60, replicas: 2, tokensPerMinute: 6_000, utilisation: 1 };
  expect(dedicatedPerMillion(full).value).toBeCloseTo(100, 9);
  expect(dedicatedPerMillion({ ...full, utilisation: 0.5 }).value).toBeCloseTo(200, 9);
  expect(dedicatedPerMillion({ ...full, utilisation: 0.5 }).formula).toBe(
    '$0.60/min ÷ (6,000 tokens/min × 50 %) × 1e6 = $200.00/1M',
  );
});

test.each([
  [{ tokensPerMinute: null }, 'No throughput measured or entered for these requests.'],
  [{ tokensPerMinute: 0 }, 'No throughput measured or entered for these requests.'],
  [{ utilisation: 0 }, 'The utilization is zero.'],
])('a dedicated token with %j has no price, and says why', (change, formula) => {
  const full = { centsPerMinute: 60, replicas: 2, tokensPerMinute: 6_000, utilisation: 1 };
  expect(dedicatedPerMillion({ ...full, ...change })).toEqual({ value: null, formula });
});

test('dedicated never wins on price if the machines cannot serve the break-even', () => {
  const small = { centsPerMinute: 10.82, replicas: 1, tokensPerMinute: 100_000, utilisation: 1 };
  const tokensPerMinute = 0.1082 / 0.88e-6;
  expect(breakEvenVerdict(small, 0.88e-6)).toEqual({ kind: 'never', tokensPerMinute, capacity: 100_000 });
  const wins = { kind: 'wins-above', tokensPerMinute };
  expect(breakEvenVerdict({ ...small, tokensPerMinute: 200_000 }, 0.88e-6)).toEqual(wins);
  expect(breakEvenVerdict({ ...small, tokensPerMinute }, 0.88e-6)).toEqual(wins);
  expect(breakEvenVerdict({ ...small, tokensPerMinute: 200_000, utilisation: 0.5 }, 0.88e-6).kind).toBe(
    'never',
  );
  // Replicas serve in proportion to their cost: two change nothing.
  expect(breakEvenVerdict({ ...small, replicas: 2, tokensPerMinute: 200_000 }, 0.88e-6).kind).toBe(
    'wins-above',
  );
  expect(breakEvenVerdict({ ...small, tokensPerMinute: null }, 0.88e-6)).toEqual({
    kind: 'capacity-unknown',
    tokensPerMinute,
  });
  expect(breakEvenVerdict(small, 0).kind).toBe('unknown');
});

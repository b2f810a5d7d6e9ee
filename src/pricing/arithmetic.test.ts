import { expect, test } from 'vitest';
import {
  blendedPrice,
  breakEvenTokensPerMinute,
  breakEvenVerdict,
  dedicatedPerMillion,
} from './dedicated.ts';
import { readRecord } from '#api/schema/read-record.ts';
import { Hardware } from '#api/schema/hardware.ts';
import { listedPrice, rate } from './rate.ts';

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
] as const)('10.82 cents a minute are, by the %s, %d', (unit, value) => {
  expect(rate(h100, unit, 'whole').value).toBeCloseTo(value, 9);
});

test('a part costs the whole divided by the GPUs, or by all their memory', () => {
  const eight = hardware('8x', 80, 8, 80);
  expect(rate(eight, 'hour', 'gpu').value).toBeCloseTo(6, 12);
  expect(rate(eight, 'hour', 'gb').value).toBeCloseTo(48 / 640, 12);
});

test('replicas multiply the whole and leave its parts', () => {
  expect(rate(h100, 'minute', 'whole', 3).value).toBeCloseTo(32.46, 12);
  expect(rate(h100, 'minute', 'gpu', 3).value).toBeCloseTo(10.82, 12);
});

test('the formula holds the numbers it was reckoned with', () => {
  expect(rate(h100, 'hour', 'whole').formula).toBe('10.82 ¢/min × 0.6 = 6.492 $/h');
});

test('missing, zero and on request are three things', () => {
  expect(listedPrice({ pricing: {} })).toEqual({ kind: 'missing' });
  expect(listedPrice({ pricing: { cents_per_minute: 0 } })).toEqual({ kind: 'listed', centsPerMinute: 0 });
  expect(rate(hardware('x', undefined), 'hour', 'whole').value).toBeNull();
});

test('words in the place of a price reach the reader, whichever field holds them', () => {
  const contact = { kind: 'contact', words: 'contact sales' };
  expect(priceOf({ cents_per_minute: 'contact_sales' })).toEqual(contact);
  expect(priceOf({ cents_per_minute: null, status: 'contact_sales' })).toEqual(contact);
  expect(priceOf({ cents_per_minute: '10.82' })).toEqual({ kind: 'listed', centsPerMinute: 10.82 });
  expect(priceOf({ cents_per_minute: ' ' })).toEqual({ kind: 'missing' });
  expect(priceOf({ cents_per_minute: {} })).toEqual({ kind: 'missing' });
  const asked = { id: 'x', pricing: { cents_per_minute: 'POA' } };
  expect(rate(asked, 'hour', 'whole')).toEqual({
    value: null,
    formula: 'The service states no amount: POA.',
  });
});

test('a configuration without memory or count has no price by them', () => {
  const bare = { id: '1x_nvidia_l40s', pricing: { cents_per_minute: 3 }, specs: {} };
  expect([rate(bare, 'hour', 'gpu').value, rate(bare, 'hour', 'gb').value]).toEqual([null, null]);
});

test('10.82 cents a minute against $0.88 for a million break even at 122,955 tokens a minute', () => {
  const { value } = breakEvenTokensPerMinute({ centsPerMinute: 10.82, replicas: 1 }, 0.88e-6);
  expect(Math.round(value ?? 0)).toBe(122_955);
});

test('the blend weighs input by its ratio', () => {
  expect(blendedPrice({ input: 1, output: 5 }, 3)).toBe(2);
  expect(blendedPrice({ input: 1, output: 5 }, 0)).toBe(5);
});

test('an idle machine still bills: half the utilisation doubles the price of a token', () => {
  const full = { centsPerMinute: 60, replicas: 2, tokensPerMinute: 6_000, utilisation: 1 };
  expect(dedicatedPerMillion(full).value).toBeCloseTo(100, 9);
  expect(dedicatedPerMillion({ ...full, utilisation: 0.5 }).value).toBeCloseTo(200, 9);
});

test('where the machines cannot serve the break-even, dedicated never wins on price', () => {
  const small = { centsPerMinute: 10.82, replicas: 1, tokensPerMinute: 100_000, utilisation: 1 };
  expect(breakEvenVerdict(small, 0.88e-6).kind).toBe('never');
  expect(breakEvenVerdict({ ...small, tokensPerMinute: 200_000 }, 0.88e-6).kind).toBe('wins-above');
  expect(breakEvenVerdict({ ...small, tokensPerMinute: null }, 0.88e-6).kind).toBe('capacity-unknown');
  expect(breakEvenVerdict(small, 0).kind).toBe('unknown');
  expect(breakEvenVerdict(small, null).kind).toBe('unknown');
});

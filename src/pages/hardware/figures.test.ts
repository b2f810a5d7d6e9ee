import { expect, test } from 'vitest';
import { cardFacts } from './card-facts.ts';
import { perBandwidth, perTflops, usedHour } from './figures.ts';

const eightH100 = {
  id: '8x_nvidia_h100_80gb_sxm',
  pricing: { cents_per_minute: 72 },
  specs: { gpu_type: 'h100-80gb', gpu_link: 'sxm', gpu_memory: 80, gpu_count: 8 },
};
const unpriced = { ...eightH100, pricing: {} };
const unknownCard = { ...eightH100, specs: { ...eightH100.specs, gpu_type: 'abacus' } };

test('an hour of use costs more the less of the time a machine is used, and replicas multiply it', () => {
  expect(usedHour(eightH100, 1, 100).value).toBeCloseTo(43.2, 9);
  expect(usedHour(eightH100, 1, 25).value).toBeCloseTo(172.8, 9);
  expect(usedHour(eightH100, 3, 50)).toMatchObject({
    value: 259.2,
    formula: '$129.6/h ÷ 50 % used = $259.2/h',
  });
  expect(usedHour(unpriced, 1, 50)).toMatchObject({ value: null, formula: 'The service states no price.' });
});

test('bandwidth and TFLOPS are those of one card, against the price of one card', () => {
  // $43.20 an hour for 8 cards: $5.40 each, 3.35 TB/s and 989 TFLOPS.
  expect(perBandwidth(eightH100).value).toBeCloseTo(5.4 / 3.35, 9);
  expect(perTflops(eightH100).value).toBeCloseTo(5.4 / 989, 12);
  expect(perBandwidth(eightH100).formula).toBe('$5.4/h per GPU ÷ 3.35 TB/s = $1.61194/h');
});

test('a card that is not known and a price that is not stated have no figure, and say which it is', () => {
  for (const figure of [perBandwidth, perTflops]) {
    expect(figure(unknownCard)).toEqual({ value: null, formula: 'What its card can do is not known here.' });
    expect(figure(unpriced)).toEqual({ value: null, formula: 'The service states no price.' });
  }
});

test.each([
  ['a100', 40, 'pcie', 1_555, 312],
  ['a100', 80, 'sxm', 2_039, 312],
  ['h100', 80, 'sxm', 3_350, 989],
  ['h100', 80, 'pcie', 2_000, 756],
  ['h200', 140, 'sxm', 4_800, 989],
  ['b200', 180, 'sxm', 8_000, 2_250],
  ['l40s', 48, 'pcie', 864, 362],
  ['l40', 48, 'pcie', 864, 181],
  ['l4', 24, 'pcie', 300, 121],
] as const)(
  '%s with %d GB by %s moves %d GB/s and makes %d TFLOPS',
  (type, memory, link, bandwidth, tflops) => {
    expect(cardFacts({ specs: { gpu_type: type, gpu_memory: memory, gpu_link: link } })).toMatchObject({
      bandwidth,
      tflops,
    });
  },
);

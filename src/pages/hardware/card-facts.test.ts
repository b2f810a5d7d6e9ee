import { expect, test } from 'vitest';
import { cardFacts } from './card-facts.ts';

const specs = (gpu_type: string, gpu_memory: number, gpu_link = 'sxm') => ({
  specs: { gpu_type, gpu_memory, gpu_link, gpu_count: 1 },
});

test('a card is found by the words of its type, its memory and its link', () => {
  expect(cardFacts(specs('h200-140gb', 141))?.bandwidth).toBe(4_800);
  expect(cardFacts(specs('NVIDIA L40S', 48, 'pcie'))?.tflops).toBe(362);
  expect(cardFacts(specs('l40', 48, 'pcie'))?.tflops).toBe(181);
  expect(cardFacts(specs('h100-80gb', 80, 'PCIe'))?.tflops).toBe(756);
  expect(cardFacts(specs('a100-80gb', 80, 'pcie'))?.bandwidth).toBe(1_935);
  expect(cardFacts(specs('rtx-6000-ada', 48, 'pcie'))?.tflops).toBe(364);
  expect(cardFacts(specs('b200', 192))?.card).toBe('B200');
});

test('what the specs leave open, or nobody knows here, has no facts', () => {
  expect(cardFacts(specs('h100-80gb', 80, ''))).toBeNull();
  expect(cardFacts(specs('a100-80gb', 80, 'nvlink'))).toBeNull();
  expect(cardFacts(specs('rtx-5000-ada', 32, 'pcie'))).toBeNull();
  expect(cardFacts({})).toBeNull();
});

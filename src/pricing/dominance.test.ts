import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hardware } from '#api/schema/hardware.ts';
import { dominanceIn, paretoFront } from './dominance.ts';
import { scalingIn } from './scaling-penalty.ts';

function hardware(id: string, cents: number | undefined, gpuCount = 1, gpuMemory = 80, link = 'sxm') {
  return {
    id,
    pricing: cents === undefined ? {} : { cents_per_minute: cents },
    specs: { gpu_type: 'h100', gpu_link: link, gpu_memory: gpuMemory, gpu_count: gpuCount },
  };
}

/** The definition as it is written down, with one look at every other configuration. */
function plainDominator(own: Hardware, all: readonly Hardware[]): Hardware | null {
  const [cents, gb] = weight(own);
  const better = all.filter((other) => {
    const [otherCents, otherGb] = weight(other);
    if (!(cents > 0 && gb > 0 && otherCents > 0 && otherGb > 0)) return false;
    return otherCents <= cents && otherGb >= gb && (otherCents < cents || otherGb > gb);
  });
  return better.toSorted((one, other) => weight(one)[0] - weight(other)[0])[0] ?? null;
}

function weight({ pricing, specs }: Hardware): readonly [cents: number, gb: number] {
  return [Number(pricing?.cents_per_minute ?? 0), (specs?.gpu_memory ?? 0) * (specs?.gpu_count ?? 0)];
}

const lists = fc.array(
  fc.record({
    cents: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
    count: fc.integer({ min: 0, max: 4 }),
    memory: fc.constantFrom(8, 16, 24),
  }),
  { maxLength: 25 },
);

test('the sorted sweep finds what the plain definition finds, whatever is equal, missing or zero', () => {
  fc.assert(
    fc.property(lists, (parts) => {
      const all = parts.map(({ cents, count, memory }, index) => hardware(`${index}`, cents, count, memory));
      const findBetter = dominanceIn(all);
      for (const own of all) expect(findBetter(own)?.id).toBe(plainDominator(own, all)?.id);
      const front = all.filter((own) => weight(own).every((part) => part > 0) && findBetter(own) === null);
      expect(paretoFront(all).map(({ id }) => id)).toEqual(
        front.toSorted((one, other) => weight(one)[1] - weight(other)[1]).map(({ id }) => id),
      );
    }),
  );
});

test('what is asked for need not be in the list that it is compared with', () => {
  const all = [hardware('a', 10, 1, 80), hardware('b', 12, 1, 48), hardware('c', 15, 1, 141)];
  expect(dominanceIn(all)(hardware('else', 12, 1, 100))).toBeNull();
  expect(dominanceIn(all)(hardware('else', 15, 1, 100))?.id).toBe('c');
  expect(dominanceIn(all)(hardware('else', 99, 1, 142))).toBeNull();
});

test('the front holds what nothing beats in both price and memory', () => {
  const all = [
    hardware('a', 10, 1, 80),
    hardware('b', 12, 1, 48),
    hardware('c', 15, 1, 141),
    hardware('free', 0, 1, 8),
  ];
  expect(paretoFront(all).map(({ id }) => id)).toEqual(['a', 'c']);
  expect(all.map((each) => dominanceIn(all)(each)?.id ?? null)).toEqual([null, 'a', null, null]);
});

test('scaling is compared within the same card and link, with the smallest of them wherever it stands', () => {
  const all = [hardware('8x', 130.4, 8), hardware('1x', 10), hardware('pcie', 5, 1, 80, 'pcie')];
  const scaling = scalingIn(all);
  expect(scaling(hardware('8x', 130.4, 8)).value).toBeCloseTo(1.63, 12);
  expect(scaling(hardware('8x', 130.4, 8)).formula).toBe('16.3 ¢/min per GPU ÷ 10 (1×) = 1.63×');
  expect(scaling(hardware('1x', 10)).value).toBe(1);
  expect(scaling(hardware('?', undefined))).toEqual({
    value: null,
    formula: 'Its price or its count of GPUs is not stated.',
  });
  expect(scaling(hardware('0x', 10, 0)).value).toBeNull();
  expect(scaling({ id: 'bare', pricing: { cents_per_minute: 10 } }).value).toBeNull();
  const alone = { value: null, formula: 'There is nothing to compare it with.' };
  expect(scaling(hardware('nvlink', 10, 1, 80, 'nvlink'))).toEqual(alone);
  expect(scaling(hardware('141', 10, 1, 141))).toEqual(alone);
  expect(scalingIn([hardware('free', 0)])(hardware('2x', 10, 2))).toEqual(alone);
});

test('the first of several smallest is compared with, and what has no price is passed over', () => {
  const all = [hardware('?', undefined, 1), hardware('2x', 20, 2), hardware('2x dear', 80, 2)];
  expect(scalingIn(all)(hardware('4x', 60, 4)).formula).toBe('15 ¢/min per GPU ÷ 10 (2×) = 1.5×');
  expect(scalingIn([...all, hardware('1x', 12)])(hardware('4x', 60, 4)).value).toBe(1.25);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hardware } from '#api/schema/hardware.ts';
import { dominanceIn, paretoFront } from './dominance.ts';
import { scalingIn } from './rate.ts';

function hardware(id: string, cents: number | undefined, gpuCount = 1, gpuMemory = 80, link = 'sxm') {
  return {
    id,
    pricing: cents === undefined ? {} : { cents_per_minute: cents },
    specs: { gpu_type: 'h100', gpu_link: link, gpu_memory: gpuMemory, gpu_count: gpuCount },
  };
}

/** By definition: compares with every other configuration. */
function isBeaten(own: Hardware, all: readonly Hardware[]): boolean {
  return all.some((other) => isBetter(other, own));
}

function isBetter(one: Hardware, other: Hardware): boolean {
  const [[cents, ...figures], [otherCents, ...others]] = [weight(one), weight(other)];
  if (!(cents > 0 && otherCents > 0 && (figures[0] ?? 0) > 0 && (others[0] ?? 0) > 0)) return false;
  const isNoWorse = cents <= otherCents && figures.every((figure, index) => figure >= (others[index] ?? 0));
  return isNoWorse && (cents < otherCents || figures.some((figure, index) => figure > (others[index] ?? 0)));
}

/** An arbitrary merit, the length of the link's name. */
function merits({ specs }: Hardware): readonly number[] {
  return [specs?.gpu_link?.length ?? 0];
}

function weight(own: Hardware): readonly [cents: number, ...figures: number[]] {
  const { pricing, specs } = own;
  const gb = (specs?.gpu_memory ?? 0) * (specs?.gpu_count ?? 0);
  return [Number(pricing?.cents_per_minute ?? 0), gb, ...merits(own)];
}

const lists = fc.array(
  fc.record({
    cents: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
    count: fc.integer({ min: 0, max: 4 }),
    memory: fc.constantFrom(8, 16, 24),
    link: fc.constantFrom('', 'a', 'bb'),
  }),
  { maxLength: 25 },
);

test('a found configuration beats the given one and is itself unbeaten, and no beaten one is missed', () => {
  fc.assert(
    fc.property(lists, (parts) => {
      const all = parts.map(({ cents, count, memory, link }, index) =>
        hardware(`${index}`, cents, count, memory, link),
      );
      const findBetter = dominanceIn(all, merits);
      for (const own of all) {
        const better = findBetter(own);
        expect(better !== null).toBe(isBeaten(own, all));
        expect(better === null || (isBetter(better, own) && !isBeaten(better, all))).toBe(true);
      }
    }),
  );
});

test('a dearer and faster card is not beaten by a slower one', () => {
  const all = [hardware('slow', 10, 1, 48, 'a'), hardware('fast', 12, 1, 48, 'bb')];
  expect(dominanceIn(all)(hardware('fast', 12, 1, 48, 'bb'))?.id).toBe('slow');
  expect(dominanceIn(all, merits)(hardware('fast', 12, 1, 48, 'bb'))).toBeNull();
});

test('a configuration need not be in the list it is compared with', () => {
  const all = [hardware('a', 10, 1, 80), hardware('b', 12, 1, 48), hardware('c', 15, 1, 141)];
  expect(dominanceIn(all)(hardware('else', 12, 1, 100))).toBeNull();
  expect(dominanceIn(all)(hardware('else', 15, 1, 100))?.id).toBe('c');
  expect(dominanceIn(all)(hardware('else', 99, 1, 142))).toBeNull();
});

test('the front holds configurations unbeaten in price and memory, by rising memory', () => {
  const all = [
    hardware('c', 15, 1, 141),
    hardware('a', 10, 1, 80),
    hardware('as a', 10, 1, 80),
    hardware('b', 12, 1, 48),
    hardware('free', 0, 1, 8),
  ];
  expect(paretoFront(all).map(({ id }) => id)).toEqual(['a', 'as a', 'c']);
  expect(all.map((each) => dominanceIn(all)(each)?.id ?? null)).toEqual([null, null, null, 'a', null]);
});

test('scaling is compared with the smallest configuration of the same card and link, wherever listed', () => {
  const all = [hardware('8x', 130.4, 8), hardware('1x', 10), hardware('pcie', 5, 1, 80, 'pcie')];
  const scaling = scalingIn(all);
  expect(scaling(hardware('8x', 130.4, 8)).value).toBeCloseTo(1.63, 12);
  expect(scaling(hardware('8x', 130.4, 8)).formula).toBe('16.3 ¢/min per GPU ÷ 10 (1×) = 1.63×');
  expect(scaling(hardware('1x', 10)).value).toBe(1);
  expect(scaling(hardware('?', undefined))).toEqual({
    value: null,
    formula: 'Its price or number of GPUs is not stated.',
  });
  expect(scaling(hardware('0x', 10, 0)).value).toBeNull();
  expect(scaling({ id: 'bare', pricing: { cents_per_minute: 10 } }).value).toBeNull();
  const untyped = { value: null, formula: 'Its GPU type or memory is not stated.' };
  for (const specs of [{}, { gpu_type: 'h100' }, { gpu_memory: 80 }]) {
    const bare = { id: 'x', pricing: { cents_per_minute: 10 }, specs: { ...specs, gpu_count: 1 } };
    const twice = { ...bare, specs: { ...specs, gpu_count: 2 } };
    expect(scalingIn([bare, twice])(bare)).toEqual(untyped);
  }
  const alone = { value: null, formula: 'There is nothing to compare it with.' };
  expect(scaling(hardware('nvlink', 10, 1, 80, 'nvlink'))).toEqual(alone);
  expect(scaling(hardware('141', 10, 1, 141))).toEqual(alone);
  expect(scalingIn([hardware('free', 0)])(hardware('2x', 10, 2))).toEqual(alone);
});

function dated(own: Hardware, day: string): Hardware {
  return { ...own, updated_at: `${day}T00:00:00Z` };
}

test('prices of different days are marked', () => {
  const all = [dated(hardware('1x', 10), '2025-01-01'), dated(hardware('2x', 22, 2), '2026-07-07')];
  const [, two] = all;
  expect(two && scalingIn(all)(two).formula).toBe(
    '11 ¢/min per GPU ÷ 10 (1×) = 1.1×; prices from different days, 2026-07-07 and 2025-01-01',
  );
  const undated = hardware('4x', 40, 4);
  expect(scalingIn(all)(undated).formula).toMatch(/different days, an unknown day and 2025-01-01$/u);
});

test('scaling is compared with the first of several smallest, and unpriced ones are skipped', () => {
  const all = [hardware('?', undefined, 1), hardware('2x', 20, 2), hardware('2x dear', 80, 2)];
  expect(scalingIn(all)(hardware('4x', 60, 4)).formula).toBe('15 ¢/min per GPU ÷ 10 (2×) = 1.5×');
  expect(scalingIn([...all, hardware('1x', 12)])(hardware('4x', 60, 4)).value).toBe(1.25);
});

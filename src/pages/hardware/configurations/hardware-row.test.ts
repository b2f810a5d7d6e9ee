import { expect, test } from 'vitest';
import type { Hardware } from '#api/schema/hardware.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { budgetSentence, cheapestWords } from './PlanBar.tsx';
import {
  hardwareRows,
  hasOtherPrices,
  plannedRows,
  type Plan,
  cardFacts,
  perBandwidth,
  perTflops,
  usedHour,
} from './hardware-row.ts';

const none = { replicas: 1, budget: null, need: null };

function planned(offered: RecordList<Hardware> | null, plan: Plan) {
  const rows = hardwareRows({ all, offered, model: offered === null ? null : 'm' });
  return plannedRows(rows, offered?.items ?? null, plan);
}

function config(id: string, cents: number | null, memory: number, status?: string): Hardware {
  return {
    id,
    pricing: cents === null ? {} : { cents_per_minute: cents },
    specs: { gpu_type: 'card', gpu_count: 1, gpu_memory: memory },
    ...(status !== undefined && { availability: { status } }),
  };
}

function list(...items: readonly Hardware[]): RecordList<Hardware> {
  return { items, raw: items, unreadable: [], notes: [] };
}

const all = list(
  config('small', 2, 48),
  config('dear', 5, 48),
  config('large', 4, 80),
  config('unpriced', null, 80),
);

test('a configuration that is beaten says by which one, and how', () => {
  const rows = planned(null, none);
  expect(rows.map(({ notes }) => notes)).toEqual([
    [],
    ['cheaper alternative: small costs less, has as much memory'],
    [],
    [],
  ]);
  const same = hardwareRows({
    all: list(config('small', 2, 48), config('large', 2, 80)),
    offered: null,
    model: null,
  });
  expect(same[0]?.notes).toEqual(['better alternative: large costs the same, has more memory']);
});

test('another price of a configuration in both lists is told', () => {
  const before = [config('small', 2, 48), config('large', 4, 80)];
  expect(hasOtherPrices(before, [config('small', 2, 48), config('new', 1, 48)])).toBe(false);
  expect(hasOtherPrices(before, [config('large', 3, 80)])).toBe(true);
  // A list without prices says nothing about them.
  expect(hasOtherPrices(before, [config('large', null, 80)])).toBe(false);
});

test('an available configuration is not beaten by an unavailable one, nor a faster one by a slower', () => {
  const offered = list(
    config('gone', 2, 48, 'unavailable'),
    config('scarce', 3, 48, 'insufficient'),
    config('here', 4, 48, 'available'),
    config('dear', 5, 48, 'available'),
  );
  const rows = hardwareRows({
    all: list(...offered.items.map(({ id, pricing, specs }) => ({ id, pricing, specs }))),
    offered,
    model: 'm',
  });
  expect(rows.map(({ dominator }) => dominator?.id ?? null)).toEqual([null, null, null, 'here']);
  expect(rows[3]?.notes).toEqual([
    'cheaper alternative: here costs less, has as much memory, is as available',
  ]);
  // What remains without the unavailable and the beaten.
  const left = rows.filter(
    ({ offer, dominator }) => offer.kind === 'offered' && offer.status === 'available' && dominator === null,
  );
  expect(left.map(({ hardware }) => hardware.id)).toEqual(['here']);
  const plan = plannedRows(rows, offered.items, { ...none, need: 40 });
  const cheapest = plan.find(({ isCheapest }) => isCheapest);
  expect(cheapestWords(cheapest, { model: 'm', need: 40, unit: 'hour', replicas: 1 }, plan)).toEqual([
    'Cheapest available now with at least 40 GB:',
    ', 48 GB, $2.40/h. Cheaper, but low capacity: scarce, $1.80/h.',
  ]);
  const large = cheapestWords(cheapest, { model: 'm', need: 60, unit: 'hour', replicas: 1 }, plan);
  expect(large[1]).toBe(', 48 GB, $2.40/h.');
  const cards = list(card('l40', 3), card('l40s', 4), card('unknown', 5));
  const weighed = hardwareRows({ all: cards, offered: null, model: null });
  expect(weighed.map(({ dominator }) => dominator)).toEqual([null, null, null]);
});

function card(type: string, cents: number): Hardware {
  return {
    id: type,
    pricing: { cents_per_minute: cents },
    specs: { gpu_type: type, gpu_count: 1, gpu_memory: 48 },
  };
}

test('a configuration missing from the model’s list stays in the table and no longer counts', () => {
  const offered = list(config('dear', 5, 48, 'available'), config('new', 9, 96, 'unavailable'));
  const rows = planned(offered, { ...none, need: 40 });
  expect(rows.map(({ hardware, offer }) => [hardware.id, offer.kind])).toEqual([
    ['dear', 'offered'],
    ['new', 'offered'],
    ['small', 'not-offered'],
    ['large', 'not-offered'],
    ['unpriced', 'not-offered'],
  ]);
  expect(rows.find(({ isCheapest }) => isCheapest)?.hardware.id).toBe('dear');
  expect(rows[0]?.notes).toEqual([]);
});

test('the plan is put into words, and an unknown price never fits the budget', () => {
  const rows = planned(null, { replicas: 2, budget: 2_000, need: 60 });
  expect(rows.map(({ isOverBudget }) => isOverBudget)).toEqual([false, true, true, false]);
  expect(budgetSentence(rows, { budget: 2_000, need: null, replicas: 2 })).toBe(
    '1 of 4 fits $2,000.00 a month (730 h) with 2 replicas each; 1 has no stated price.',
  );
  expect(budgetSentence(rows, { budget: 2_000, need: 60, replicas: 1 })).toBe(
    '1 of the 2 suitable fits $2,000.00 a month (730 h); 1 has no stated price.',
  );
  const cheapest = rows.find(({ isCheapest }) => isCheapest);
  const choices = { model: null, unit: 'hour', replicas: 2 } as const;
  expect(cheapestWords(cheapest, { ...choices, need: 60 }, rows)).toEqual([
    'Cheapest with at least 60 GB:',
    ', 80 GB, $4.80/h for 2 replicas, over the budget.',
  ]);
  expect(cheapestWords(undefined, { ...choices, need: 900 }, rows)[0]).toBe(
    'No configuration with a price has 900 GB or more.',
  );
  // One that the model is not offered on may have them.
  expect(cheapestWords(undefined, { ...choices, model: 'm', need: 80 }, rows)[0]).toBe(
    'No configuration with a price and 80 GB or more is offered for this model.',
  );
  // 48 GB are not less than 48 GB.
  const fine = planned(null, { ...none, need: 48.4 });
  expect(fine.map(({ notes }) => notes)).toContainEqual(['less than 48.4 GB']);
  expect(cheapestWords(cheapest, { ...choices, need: 48.4 }, fine)[0]).toBe(
    'Cheapest with at least 48.4 GB:',
  );
});

test('a price equal to the budget is within it', () => {
  // 0.07 × 438 is 30.660000000000004.
  const rows = hardwareRows({ all: list(config('even', 0.07, 16)), offered: null, model: null });
  const plan = { ...none, budget: 30.66 };
  expect(plannedRows(rows, null, plan)[0]?.isOverBudget).toBe(false);
  expect(budgetSentence(rows, plan)).toBe('1 of 1 fits $30.66 a month (730 h).');
});

test('the cheapest configuration available for a model is named, even if it is a free machine', () => {
  const own = { ...config('own', 0, 16, 'available'), specs: {} };
  const sample = { sample: true, updated_at: '2026-07-07T00:00:00Z' };
  const choices = { model: 'm', need: null, unit: 'hour', replicas: 1 } as const;
  const sentence = (...items: readonly Hardware[]) => {
    const rows = planned(list(...items), none);
    const cheapest = rows.find(({ isCheapest }) => isCheapest);
    return cheapestWords(cheapest, choices, rows).join(cheapest?.hardware.id);
  };
  const away = { ...config('away', 2, 48, 'unavailable'), ...sample };
  expect(sentence(away, { ...config('here', 9, 80, 'available'), ...sample })).toBe(
    'Cheapest available now:here, 80 GB, $5.40/h, sample price of 2026-07-07.',
  );
  const scarce = { ...config('scarce', 9, 80, 'insufficient'), ...sample };
  expect(sentence(away, scarce)).toBe(
    'Cheapest for this model:scarce, 80 GB, $5.40/h, now low capacity, sample price of 2026-07-07.',
  );
  // A zero time of Go.
  const dateless = { ...config('here', 9, 80, 'available'), updated_at: '0001-01-01T00:00:00Z' };
  expect(sentence(dateless)).toBe('Cheapest available now:here, 80 GB, $5.40/h.');
  expect(sentence(away, own)).toBe('Cheapest available now:own, $0/h.');
  expect(sentence(away)).toContain('Cheapest for this model:away, 48 GB, $1.20/h, now unavailable,');
  expect(sentence(config('unpriced', null, 48))).toContain(
    'No configuration with a price is offered for this model.',
  );
});

test('availability simulated by the service is marked as simulated', () => {
  const offered = list({ ...config('a', 2, 48), availability: { status: 'available', sample: true } });
  expect(hardwareRows({ all: offered, offered, model: 'm' })[0]?.offer).toEqual({
    kind: 'offered',
    status: 'available',
    isSimulated: true,
  });
});

test('availability in the plain list does not count as an answer for a model', () => {
  const stated = list(config('a', 2, 48, 'available'));
  const offerFor = (model: string | null) => hardwareRows({ all: stated, offered: null, model })[0]?.offer;
  expect(offerFor(null)).toEqual({ kind: 'offered', status: 'available' });
  expect(offerFor('m')).toEqual({ kind: 'unasked' });
});

test('an empty plan keeps all rows the same objects, and another keeps those it does not affect', () => {
  const rows = hardwareRows({ all, offered: null, model: null });
  expect(plannedRows(rows, null, { ...none, replicas: 7 })).toBe(rows);
  const withBudget = plannedRows(rows, null, { ...none, budget: 1_800 });
  expect(withBudget.map((row, index) => row === rows[index])).toEqual([true, false, true, true]);
  expect(withBudget[1]?.notes[0]).toBe('over budget');
  const large = list(config('small', 1, 48), config('large', 2, 96));
  const needed = plannedRows(hardwareRows({ all: large, offered: null, model: null }), null, {
    ...none,
    need: 60,
  });
  expect(needed.map(({ notes }) => notes)).toEqual([['less than 60 GB'], []]);
});

const cardSpecs = (gpu_type: string, gpu_memory: number, gpu_link = 'sxm') => ({
  specs: { gpu_type, gpu_memory, gpu_link, gpu_count: 1 },
});

test('a card is identified by the words of its type, its memory and its link', () => {
  expect(cardFacts(cardSpecs('h200-140gb', 141))?.bandwidth).toBe(4_800);
  expect(cardFacts(cardSpecs('NVIDIA L40S', 48, 'pcie'))?.tflops).toBe(362);
  expect(cardFacts(cardSpecs('l40', 48, 'pcie'))?.tflops).toBe(181);
  expect(cardFacts(cardSpecs('h100-80gb', 80, 'PCIe'))?.tflops).toBe(756);
  expect(cardFacts(cardSpecs('a100-80gb', 80, 'pcie'))?.bandwidth).toBe(1_935);
  expect(cardFacts(cardSpecs('rtx-6000-ada', 48, 'pcie'))?.tflops).toBe(364);
  expect(cardFacts(cardSpecs('b200', 192))?.card).toBe('B200');
});

test('ambiguous specs and unknown cards have no facts', () => {
  expect(cardFacts(cardSpecs('h100-80gb', 80, ''))).toBeNull();
  expect(cardFacts(cardSpecs('a100-80gb', 80, 'nvlink'))).toBeNull();
  expect(cardFacts(cardSpecs('rtx-5000-ada', 32, 'pcie'))).toBeNull();
  expect(cardFacts({})).toBeNull();
});

const eightH100 = {
  id: '8x_nvidia_h100_80gb_sxm',
  pricing: { cents_per_minute: 72 },
  specs: { gpu_type: 'h100-80gb', gpu_link: 'sxm', gpu_memory: 80, gpu_count: 8 },
};
const unpriced = { ...eightH100, pricing: {} };
const unknownCard = { ...eightH100, specs: { ...eightH100.specs, gpu_type: 'abacus' } };

test('an hour of use costs more at lower utilisation, and replicas multiply it', () => {
  expect(usedHour(eightH100, 1, 100).value).toBeCloseTo(43.2, 9);
  expect(usedHour(eightH100, 1, 25).value).toBeCloseTo(172.8, 9);
  expect(usedHour(eightH100, 3, 50)).toMatchObject({
    value: 259.2,
    formula: '$129.60/h ÷ 50 % used = $259.20/h',
  });
  expect(usedHour(unpriced, 1, 50)).toMatchObject({ value: null, formula: 'The service states no price.' });
});

test('bandwidth and TFLOPS are those of one card, against the price of one card', () => {
  // $43.20 an hour for 8 cards: $5.40 each, 3.35 TB/s and 989 TFLOPS.
  expect(perBandwidth(eightH100).value).toBeCloseTo(5.4 / 3.35, 9);
  expect(perTflops(eightH100).value).toBeCloseTo(5.4 / 989, 12);
  expect(perBandwidth(eightH100).formula).toBe('$5.40/h per GPU ÷ 3.35 TB/s = $1.61194/h');
});

test('an unknown card and a missing price have no figure, and say which is missing', () => {
  for (const figure of [perBandwidth, perTflops]) {
    expect(figure(unknownCard)).toEqual({ value: null, formula: 'The card’s specifications are unknown.' });
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

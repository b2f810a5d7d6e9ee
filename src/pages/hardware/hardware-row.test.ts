import { expect, test } from 'vitest';
import type { Hardware } from '#api/schema/hardware.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { hardwareRows, plannedRows, type Plan } from './hardware-row.ts';
import { budgetSentence, needSentence } from './plan-words.ts';

const none = { replicas: 1, budget: null, need: null };

function planned(offered: RecordList<Hardware> | null, plan: Plan) {
  const rows = hardwareRows({ all, offered, model: offered === null ? null : 'm' });
  return plannedRows(rows, (offered ?? all).items, plan);
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

test('a configuration that another one beats says which, and how', () => {
  const rows = planned(null, none);
  expect(rows.map(({ notes }) => notes)).toEqual([
    [],
    ['cheaper alternative: small costs less, has as much memory'],
    [],
    [],
  ]);
});

test('what can be had is beaten by nothing that cannot, and what is faster by nothing slower', () => {
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
  // What is hidden as unavailable or as beaten leaves what can be had.
  const left = rows.filter(
    ({ offer, dominator }) => offer.kind === 'offered' && offer.status === 'available' && dominator === null,
  );
  expect(left.map(({ hardware }) => hardware.id)).toEqual(['here']);
  const plan = plannedRows(rows, offered.items, { ...none, need: 40 });
  const cheapest = plan.find(({ isCheapest }) => isCheapest);
  expect(needSentence(40, cheapest, { unit: 'hour', replicas: 1 })).toBe(
    'The cheapest available way to at least 40 GB is 48 GB at $2.40/h:',
  );
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

test('what the list of the model does not have stays in the table and counts no more', () => {
  const offered = list(config('dear', 5, 48, 'available'), config('new', 9, 96, 'unavailable'));
  const rows = planned(offered, { ...none, need: 40 });
  expect(rows.map(({ hardware, offer }) => [hardware.id, offer.kind])).toEqual([
    ['small', 'not-offered'],
    ['dear', 'offered'],
    ['large', 'not-offered'],
    ['unpriced', 'not-offered'],
    ['new', 'offered'],
  ]);
  expect(rows.find(({ isCheapest }) => isCheapest)?.hardware.id).toBe('dear');
  expect(rows[1]?.notes).toEqual([]);
});

test('the plan is said in sentences, and an unknown price never counts as fitting', () => {
  const rows = planned(null, { replicas: 2, budget: 2_000, need: 60 });
  expect(rows.map(({ isOverBudget }) => isOverBudget)).toEqual([false, true, true, false]);
  expect(budgetSentence(rows, 2_000, 2)).toBe(
    '1 of 4 fit into $2,000.00 a month (730 h) with 2 replicas each; 1 has no stated price.',
  );
  const cheapest = rows.find(({ isCheapest }) => isCheapest);
  expect(needSentence(60, cheapest, { unit: 'hour', replicas: 2 })).toBe(
    'The cheapest way to at least 60 GB is 80 GB at $4.80/h for 2 replicas:',
  );
  expect(needSentence(900, undefined, { unit: 'hour', replicas: 2 })).toBe(
    'No configuration with a price has 900 GB or more.',
  );
});

test('availability that the service invents is marked as simulated', () => {
  const offered = list({ ...config('a', 2, 48), availability: { status: 'available', sample: true } });
  expect(hardwareRows({ all: offered, offered, model: 'm' })[0]?.offer).toEqual({
    kind: 'offered',
    status: 'available',
    isSimulated: true,
  });
});

test('availability that the list states by itself is no answer for a model', () => {
  const stated = list(config('a', 2, 48, 'available'));
  const offerFor = (model: string | null) => hardwareRows({ all: stated, offered: null, model })[0]?.offer;
  expect(offerFor(null)).toEqual({ kind: 'offered', status: 'available' });
  expect(offerFor('m')).toEqual({ kind: 'unasked' });
});

test('a plan that says nothing leaves the rows as they are, and one that does leaves those it says nothing of', () => {
  const rows = hardwareRows({ all, offered: null, model: null });
  expect(plannedRows(rows, all.items, { ...none, replicas: 7 })).toBe(rows);
  const withBudget = plannedRows(rows, all.items, { ...none, budget: 1_800 });
  expect(withBudget.map((row, index) => row === rows[index])).toEqual([true, false, true, true]);
  expect(withBudget[1]?.notes[0]).toBe('over budget');
});

import { expect, test } from 'vitest';
import type { Decision } from './decision.ts';
import { comparisonNote, hardwareRows, modelRows } from './comparison-rows.ts';
import { hardwareGroups } from './TermsPanel.tsx';
import { firstHardware, firstModel, hardwareToCompare } from './use-decision.ts';

const models = [
  { id: 'half', type: 'chat', pricing: { input: 0.4 } },
  { id: 'free', type: 'chat', pricing: { input: 0, output: 0 } },
  { id: 'picture', type: 'image', pricing: { input: 1, output: 1 } },
  { id: 'dear', type: 'chat', pricing: { input: 3, output: 7 } },
  { id: 'cheap', type: 'chat', pricing: { input: 0.1, output: 0.2 } },
  { id: 'silent', type: 'chat' },
];

const hardware = [
  { id: 'own', pricing: { cents_per_minute: 0 } },
  { id: 'small', pricing: { cents_per_minute: 2 } },
  { id: 'large', pricing: { cents_per_minute: 20 } },
  { id: 'unpriced' },
];

const decision: Decision = {
  at: '2026-11-21T12:00:00.000Z',
  model: { id: 'dear', input: 3, output: 7, unit: 'dollars-million' },
  hardware: { id: 'large', centsPerMinute: 20, updatedAt: null },
  terms: {
    replicas: 2,
    growth: 'fixed',
    utilisation: 0.5,
    blend: 3,
    cachedShare: 0,
    cachedPrice: null,
    throughput: { tokensPerMinute: 60_000, measuredAt: null },
    traffic: 50_000,
    period: 'month',
  },
};

test('every configuration has a row, and the needed throughput follows from its break-even', () => {
  const rows = hardwareRows(decision, hardware);
  expect(rows.map(({ id }) => id)).toEqual(['own', 'small', 'large', 'unpriced']);
  expect(rows.map(({ computed }) => computed.verdict.kind)).toEqual([
    'capacity-unknown',
    'capacity-unknown',
    'never',
    'unknown',
  ]);
  expect(rows[2]?.computed.breakEven.value).toBeCloseTo(100_000, 6);
  expect(rows[2]?.needed.value).toBeCloseTo(100_000, 6);
  expect(rows[2]?.needed.formula).toBe('100,000 tokens/min ÷ 2 ÷ 50 % = 100,000 tokens/min a replica');
  expect(rows[3]?.needed.value).toBeNull();
  expect(rows[1]?.sentence).toBe(
    'Dedicated is cheaper above 10,000 tokens/min; the throughput of the machines is unknown. A replica must serve 10,000 tokens/min to break even.',
  );
  expect(rows[0]?.sentence).not.toContain('Needed per replica');
});

test('the throughput of the terms applies only to the chosen configuration', () => {
  const rows = hardwareRows({ ...decision, hardware: { ...decision.hardware, id: 'small' } }, hardware);
  expect(rows.map(({ id, decision: { terms } }) => [id, terms.throughput?.tokensPerMinute ?? null])).toEqual([
    ['own', null],
    ['small', 60_000],
    ['large', null],
    ['unpriced', null],
  ]);
  expect(rows[1]?.computed.verdict.kind).toBe('wins-above');
  expect(rows[1]?.sentence).not.toContain('Needed per replica');
});

test('a month counts the replicas that the traffic takes, as the figures above do', () => {
  const added = { ...decision, terms: { ...decision.terms, growth: 'added' as const, traffic: 100_000 } };
  const rows = hardwareRows(added, hardware);
  const large = rows.find(({ id }) => id === 'large');
  // 100,000 over 60,000 at 50 % take four.
  expect(large?.month.value).toBeCloseTo(4 * 20 * 0.6 * 730, 9);
  expect(large?.month.value).toBeCloseTo(large?.computed.dedicatedCost.value ?? 0, 9);
  expect(large?.month.formula).toBe('4 × 20 ¢/min × 60 min ÷ 100 × 730 h');
  // The throughput of the others is unknown.
  expect(rows.find(({ id }) => id === 'small')?.month.value).toBeCloseTo(2 * 2 * 0.6 * 730, 9);
  expect(rows.find(({ id }) => id === 'unpriced')?.month.value).toBeNull();
});

test('models without a price above zero have no row, and throughput applies only to its own model', () => {
  const measured = {
    tokensPerMinute: 9_000,
    at: '2026-11-20T00:00:00Z',
    choices: 1,
    tokens: 90,
    sampleCount: 1,
    machine: 'own',
  };
  const rows = modelRows(decision, models, (id) => (id === 'cheap' ? measured : null));
  expect(rows.map(({ id, decision: { terms } }) => [id, terms.throughput?.tokensPerMinute ?? null])).toEqual([
    ['picture', null],
    ['dear', 60_000],
    ['cheap', 9_000],
  ]);
  // A stream shows output tokens: with three input tokens for each, 9,000 a minute are 36,000.
  expect(rows[2]?.computed.capacity.value).toBe(36_000);
});

test('hardware that is not offered for the model is called so, whatever it would cost', () => {
  const rows = hardwareRows(decision, hardware, new Set(['small']));
  expect(rows.map(({ isNotOffered }) => isNotOffered)).toEqual([true, false, true, true]);
  expect(rows[2]?.sentence).toMatch(
    /^The service does not offer the model on this hardware\. Dedicated never/,
  );
  const chosen = { ...decision, warnings: ['not-offered' as const] };
  const compared = modelRows(chosen, models, () => null);
  expect(compared.map(({ id, isNotOffered }) => [id, isNotOffered])).toEqual([
    ['picture', false],
    ['dear', true],
    ['cheap', false],
  ]);
  const known = modelRows(
    chosen,
    models,
    () => null,
    (id) => id === 'cheap',
  );
  expect(known.map(({ isNotOffered }) => isNotOffered)).toEqual([false, true, true]);
  expect(hardwareRows(decision, hardware).some(({ isNotOffered }) => isNotOffered)).toBe(false);
});

const idsFor = (offered: ReadonlySet<string> | null, chosen: string | null = null) =>
  hardwareToCompare(hardware, offered, chosen).map(({ id }) => id);

test('a free machine is offered only for a model that runs on it, or if already chosen', () => {
  expect(idsFor(new Set(['small', 'large']))).toEqual(['small', 'large', 'unpriced']);
  expect(idsFor(new Set(['small', 'large']), 'own')).toEqual(['small', 'large', 'own', 'unpriced']);
  expect(idsFor(new Set(['own']))).toEqual(['own', 'small', 'large', 'unpriced']);
  expect(idsFor(null)).toEqual(['own', 'small', 'large', 'unpriced']);
});

test('what the model is offered on is listed first, as in the table of prices', () => {
  expect(idsFor(new Set(['unpriced', 'large']))).toEqual(['large', 'unpriced', 'small']);
});

test('the default model and hardware have a price, and the hardware is the cheapest of those offered', () => {
  expect(firstModel(models)).toBe('dear');
  expect(firstModel([{ id: 'silent' }])).toBe('silent');
  expect(firstModel([])).toBeNull();
  expect(firstHardware(hardware, null)).toBe('small');
  expect(firstHardware(hardware, new Set(['own', 'large']))).toBe('large');
  expect(firstHardware(hardware.toReversed(), new Set(['own', 'small', 'large']))).toBe('small');
  expect(firstHardware(hardware, new Set(['own']))).toBe('small');
  const roomy = {
    ...hardware.find(({ id }) => id === 'large'),
    id: 'roomy',
    specs: { gpu_count: 2, gpu_memory: 80 },
  };
  expect(firstHardware([...hardware, roomy], new Set(['small', 'roomy']), 140)).toBe('roomy');
  expect(firstHardware([...hardware, roomy], new Set(['small', 'roomy']), 999)).toBe('small');
  expect(firstHardware([{ id: 'unpriced' }], null)).toBe('unpriced');
  expect(firstHardware([], null)).toBeNull();
});

test('a file of the comparison says what its rows are computed for', () => {
  expect(comparisonNote(decision, 'hardware')).toMatch(
    /^for dear, your 50,000 tokens\/min, a month of 730 h, .*, utilization 50 %, 2 replicas/,
  );
  expect(comparisonNote(decision, 'models')).toMatch(/^on large, your/);
  const quoted = { ...decision, hardware: { ...decision.hardware, centsPerMinute: 10, isQuoted: true } };
  for (const against of ['hardware', 'models'] as const)
    expect(comparisonNote(quoted, against)).toContain('large: $6.00/h, as entered');
});

test('hardware to choose from is grouped by whether it is offered for the model', () => {
  expect(hardwareGroups(hardware, new Set(['large']))).toEqual([
    { label: 'Offered for the model', options: [{ value: 'large', detail: '$12.00/h' }] },
    {
      label: 'Not offered for the model',
      options: [
        { value: 'own', detail: '$0/h' },
        { value: 'small', detail: '$1.20/h' },
        { value: 'unpriced', detail: 'no price' },
      ],
    },
  ]);
  expect(hardwareGroups(hardware, new Set())).toMatchObject([{ label: 'Not offered for the model' }]);
  expect(hardwareGroups(hardware, null)).toMatchObject([{ label: 'Configurations' }]);
});

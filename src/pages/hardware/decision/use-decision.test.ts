import { expect, test } from 'vitest';
import { readChoices, withChoices, withNumber } from '#pages/hardware/configurations/search.ts';
import { hardwareRows } from './comparison-rows.ts';
import { decisionCard } from './decision-card.ts';
import type { Decision } from './decision.ts';
import { unreadInWords } from './DecisionFigures.tsx';
import { cheaperListed, thenNow, withPrices } from './ThenNow.tsx';
import { decisionSearch, makeDecision, serviceName } from './use-decision.ts';

const decision: Decision = {
  at: '2026-11-21T12:00:00.000Z',
  model: { id: 'a/model', input: 0.5, output: 2, unit: 'dollars-million' },
  hardware: { id: '2x_card', centsPerMinute: 18, updatedAt: null },
  terms: {
    replicas: 3,
    growth: 'added',
    utilisation: 0.07,
    blend: 2.5,
    cachedShare: 0.29,
    cachedPrice: 0.1,
    throughput: {
      tokensPerMinute: 4_512,
      measuredAt: '2026-11-20T10:00:00.000Z',
      counts: 'output',
      machine: '1x_card',
    },
    traffic: 70_000,
    period: 'hour',
  },
};

test('the address of a decision restores it, whatever the address held before', () => {
  const before = { prices: 'cents-million', blend: 9, replicas: 8, used: 50, cached: 3, q: 'kept' };
  const search = decisionSearch(before, decision);
  expect(search['q']).toBe('kept');
  expect(readChoices(search).prices?.id).toBe('dollars-million');
  expect(makeDecision(decision, readChoices(search))).toEqual(decision);
});

test('a price of one’s own takes the place of the listed one, for its configuration alone', () => {
  const listed = { ...decision, warnings: ['sample-hardware' as const] };
  const quoted = makeDecision(listed, readChoices({ open: '2x_card', quote: '4' }));
  expect(quoted.hardware).toEqual({
    id: '2x_card',
    centsPerMinute: 400 / 60,
    updatedAt: null,
    isQuoted: true,
    listed: 18,
  });
  expect(quoted.warnings).toBeUndefined();
  expect(decisionCard(quoted).prices[1]).toBe(
    '2x_card: $4.00/h, as entered instead of the listed $10.80/h (read 2026-11-21)',
  );
  expect(decisionCard(quoted).figures[2]?.formula).toBe('$4.00/h × 730 h = $2,920.00/month');
  const search = decisionSearch({}, quoted);
  expect(makeDecision(listed, readChoices(search))).toEqual(quoted);
  expect(
    withPrices(quoted, { at: '', model: null, hardware: { centsPerMinute: 20, updatedAt: null } }),
  ).toMatchObject({
    hardware: { ...quoted.hardware, listed: 20 },
  });
  const unlisted = thenNow(quoted, { at: '', model: null, hardware: null });
  expect(unlisted.find(({ label }) => label === 'hardware, $/h, as entered')).toMatchObject({
    before: '4.00',
    today: '4.00',
    change: 'same',
  });
  const fallen = { at: '', model: null, hardware: { centsPerMinute: 5, updatedAt: null } };
  expect(thenNow(quoted, fallen).find(({ label }) => label === 'hardware, $/h, listed')).toMatchObject({
    before: '10.80',
    today: '3.00',
    change: '−72.2 %',
  });
  expect(cheaperListed(withPrices(quoted, fallen))).toBe(
    'The listed price, $3.00/h, is now below the $4.00/h that were entered.',
  );
  expect(cheaperListed(quoted)).toBeNull();
  const rows = hardwareRows(
    quoted,
    ['2x_card', '1x_card'].map((id) => ({ id, pricing: { cents_per_minute: 18 } })),
  );
  expect(rows.map((row) => row.decision.hardware.centsPerMinute)).toEqual([400 / 60, 18]);
  expect(rows[0]?.month.formula).toBe('1 × $4.00/h × 730 h');
  expect(readChoices(withChoices(search, { open: '1x_card' })).quote).toBeNull();
  expect(readChoices(withChoices(search, { open: '2x_card' })).quote).toBe(4);
});

test('the example of an opened decision stays an example until a traffic is entered', () => {
  const example = { ...decision, terms: { ...decision.terms, isExample: true } };
  const search = decisionSearch({}, example);
  const made = (of: typeof search) => makeDecision(decision, readChoices(of)).terms;
  expect(made(search)).toEqual(example.terms);
  expect(made(withNumber(search, 'blend', 2))).toEqual({ ...example.terms, blend: 2 });
  expect(made(withNumber(search, 'traffic', 70_000))).toEqual(decision.terms);
  expect(made({}).isExample).toBe(true);
});

test('terms that a decision leaves open are removed from the address', () => {
  const terms = { ...decision.terms, replicas: 1, utilisation: 1, cachedShare: 0, cachedPrice: null };
  const open = {
    ...decision,
    terms: { ...terms, throughput: null, period: 'month', growth: 'fixed' } as const,
  };
  const search = decisionSearch({ tpm: 5, tpmAt: '2026-01-01', cached: 3, replicas: 8 }, open);
  expect(makeDecision(open, readChoices(search))).toEqual(open);
});

test('invalid fields are named, one or several', () => {
  expect(unreadInWords(['Blend'])).toBe('Blend is invalid; nothing is computed until it is fixed.');
  expect(unreadInWords(['Hardware price', 'Blend'])).toBe(
    '2 fields are invalid: Hardware price, Blend; nothing is computed until they are fixed.',
  );
});

test('connections of one name are told apart by their place', () => {
  const profiles = ['This server', 'Lab', 'Lab'].map((name, index) => ({ id: `p${index}`, name }));
  const names = ['server.0', 'p0.0', 'p1.2', 'p2.0'].map((id) => serviceName(profiles, id));
  expect(names).toEqual(['This server', 'This server (2)', 'Lab', 'Lab (2)']);
});

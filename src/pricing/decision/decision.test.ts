import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tokenUnit } from '#pricing/token-unit.ts';
import { cheaperRanges } from './cheaper-ranges.ts';
import { costLines, trafficInSight } from './cost-lines.ts';
import type { Decision, Terms } from './decision.ts';
import { decisionMark, readDecisionLink, writeDecisionLink } from './decision-link.ts';
import { decisionMarkdown } from './decision-markdown.ts';
import { firstMonth } from './first-month.ts';
import { reckon } from './reckon.ts';
import { thenNow } from './then-now.ts';
import { verdictSentence } from './verdict-sentence.ts';

const terms: Terms = {
  replicas: 1,
  growth: 'fixed',
  utilisation: 1,
  blend: 3,
  cachedShare: 0,
  cachedPrice: null,
  throughput: null,
  traffic: 150_000,
  period: 'month',
};

const decision: Decision = {
  at: '2026-11-21T12:00:00.000Z',
  model: { id: 'meta-llama/Llama-3.3-70B', input: 0.88, output: 0.88, unit: 'dollars-million' },
  hardware: { id: '1x_nvidia_h100_80gb_sxm', centsPerMinute: 10.82, updatedAt: '2026-06-08T00:00:00Z' },
  terms,
};

function serving(tokensPerMinute: number, change: Partial<Terms> = {}): Decision {
  const throughput = { tokensPerMinute, measuredAt: null };
  return { ...decision, terms: { ...terms, throughput, ...change } };
}

test('the worked example breaks even at 122,955 tokens a minute, with its formula', () => {
  const { breakEven, serverlessCost, dedicatedCost } = reckon(decision);
  expect(Math.round(breakEven.value ?? 0)).toBe(122_955);
  expect(breakEven.formula).toBe('$0.1082/min ÷ $0.88/1M = 122,955 tokens/min');
  expect(dedicatedCost.value).toBeCloseTo(4_739.16, 9);
  expect(serverlessCost.value).toBeCloseTo(0.15 * 0.88 * 60 * 730, 9);
});

test('an hour is a month divided by 730', () => {
  const [month, hour] = [reckon(decision), reckon({ ...decision, terms: { ...terms, period: 'hour' } })];
  expect((month.serverlessCost.value ?? 0) / (hour.serverlessCost.value ?? 1)).toBeCloseTo(730, 9);
  expect((month.dedicatedCost.value ?? 0) / (hour.dedicatedCost.value ?? 1)).toBeCloseTo(730, 9);
});

test('cached input counts at its price, and in full where none is stated', () => {
  const model = { ...decision.model, input: 1, output: 5 };
  const blended = (change: Partial<Terms>) =>
    reckon({ ...decision, model, terms: { ...terms, ...change } }).serverless.value;
  expect(blended({})).toBe(2);
  expect(blended({ cachedShare: 0.5 })).toBe(2);
  expect(blended({ cachedShare: 0.5, cachedPrice: 0.2 })).toBeCloseTo((3 * 0.6 + 5) / 4, 12);
});

test('prices follow the unit in which they are read', () => {
  const model = { ...decision.model, input: 88, output: 88, unit: 'cents-million' };
  expect(reckon({ ...decision, model }).breakEven.value).toBeCloseTo(122_954.5454, 3);
});

function added(traffic: number) {
  return reckon(serving(100_000, { growth: 'added', utilisation: 0.5, traffic }));
}

test('replicas are added when the traffic passes what they serve', () => {
  expect([1, 50_000, 50_001, 149_999, 150_001].map((traffic) => added(traffic).replicas)).toEqual([
    1, 1, 2, 3, 4,
  ]);
  expect(added(50_001).dedicatedCost.value).toBeCloseTo(2 * 4_739.16, 9);
});

test('a fixed count stays what it is, and so does one whose throughput nobody knows', () => {
  expect(reckon(serving(100_000, { replicas: 2, traffic: 1e9 })).replicas).toBe(2);
  expect(reckon({ ...decision, terms: { ...terms, growth: 'added', traffic: 1e9 } }).replicas).toBe(1);
});

test('dedicated is cheaper in the ranges that its steps leave, and nowhere else', () => {
  const wrong: number[] = [];
  for (const replicas of [1, 2, 3]) {
    for (const each of [60_000, 123_000, 130_000, 170_000, 250_000, 400_000]) {
      for (let traffic = 500; traffic < 1_500_000; traffic += 7_700) {
        const here = serving(each, { growth: 'added', replicas, traffic });
        const { serverlessCost, dedicatedCost } = reckon(here);
        const isCheaper = (serverlessCost.value ?? 0) > (dedicatedCost.value ?? 0);
        const isInside = cheaperRanges(here).some(({ from, to }) => from <= traffic && traffic <= to);
        if (isInside !== isCheaper) wrong.push(traffic);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('the line of added replicas has a step at every full machine', () => {
  const { dedicated } = costLines(serving(100_000, { growth: 'added', period: 'hour' }), 250_000);
  const hour = 10.82 * 0.6;
  expect(dedicated).toEqual([
    { x: 0, y: hour },
    { x: 100_000, y: hour },
    { x: 100_000, y: 2 * hour },
    { x: 200_000, y: 2 * hour },
    { x: 200_000, y: 3 * hour },
    { x: 250_000, y: 3 * hour },
  ]);
});

test('lines meet at the crossing, and what cannot be served is beyond the capacity', () => {
  const here = serving(200_000);
  const to = trafficInSight(here);
  const { crossing, cannotServeFrom, dedicated } = costLines(here, to);
  expect(to).toBeGreaterThan(200_000);
  expect(crossing?.x).toBeCloseTo(122_954.5454, 3);
  expect(crossing?.y).toBeCloseTo(dedicated?.[0]?.y ?? 0, 6);
  expect(cannotServeFrom).toBe(200_000);
  expect(costLines(serving(100_000), to).crossing?.x).toBeGreaterThan(100_000);
  expect(costLines(serving(100_000, { growth: 'added' }), to).crossing).toBeNull();
  expect(costLines(decision, to).cannotServeFrom).toBeNull();
});

test.each([
  ['Dedicated is cheaper above 122,955 tokens/min, up to the 200,000', serving(200_000)],
  [
    'Dedicated never wins on price: break-even is 122,955 tokens/min, more than the 100,000',
    serving(100_000),
  ],
  [
    'however many replicas are added: each breaks even at 122,955 tokens/min, more than the 100,000 that one replica',
    serving(100_000, { growth: 'added', replicas: 3 }),
  ],
  ['their throughput is unknown', decision],
  [
    'serverless is cheaper again for a while, first between 130,000 and 245,909',
    serving(130_000, { growth: 'added' }),
  ],
  ['The model has no serverless price', { ...decision, model: { ...decision.model, input: null } }],
  [
    'states no price of this hardware',
    { ...decision, hardware: { ...decision.hardware, centsPerMinute: null } },
  ],
  ['bills nothing', { ...decision, hardware: { ...decision.hardware, centsPerMinute: 0 } }],
])('says %j', (words, of) => {
  expect(verdictSentence(of)).toContain(words);
});

test('a measured throughput is said to be a lower bound where it decides', () => {
  const throughput = { tokensPerMinute: 4_500, measuredAt: '2026-11-21T10:00:00Z' };
  expect(verdictSentence({ ...decision, terms: { ...terms, throughput } })).toContain('a lower bound');
});

test('a decision comes back from its link as it was, in characters that addresses may hold', async () => {
  const link = await writeDecisionLink(serving(4_500));
  expect(link).toMatch(/^#decision=[A-Za-z0-9_-]+$/);
  expect(link.length).toBeLessThan(600);
  expect(await readDecisionLink(link)).toEqual({ ok: true, decision: serving(4_500) });
});

function packed(value: unknown): string {
  return decisionMark + deflateRawSync(JSON.stringify(value)).toString('base64url');
}

test.each([
  ['cut off', async () => (await writeDecisionLink(decision)).slice(0, -9), /damaged/],
  ['not base64', async () => `${decisionMark}%%%`, /damaged/],
  ['one that unfolds to more than it may', async () => packed('x'.repeat(100_000)), /damaged/],
  ['very long', async () => decisionMark + 'A'.repeat(9_000), /longer/],
  ['of another version', async () => packed({ version: 9, decision }), /another version/],
  ['null', async () => packed(null), /another version/],
  ['without terms', async () => packed({ version: 1, decision: { ...decision, terms: {} } }), /not hold/],
  [
    'with a price below zero',
    async () =>
      packed({
        version: 1,
        decision: { ...decision, hardware: { ...decision.hardware, centsPerMinute: -1 } },
      }),
    /not hold/,
  ],
])('a link that is %s is refused with a sentence', async (_, make, sentence) => {
  const reading = await readDecisionLink(await make());
  expect(reading.ok ? '' : reading.message).toMatch(sentence);
});

test('what a link holds besides a decision is left out', async () => {
  const reading = await readDecisionLink(packed({ version: 1, decision: { ...decision, token: 'secret' } }));
  expect(reading).toEqual({ ok: true, decision });
});

test('then against now names what has changed, by how much, and what is gone', () => {
  const now = {
    at: '2026-12-01T00:00:00Z',
    model: { input: 0.88, output: 0.88 },
    hardware: { centsPerMinute: 9, updatedAt: null },
  };
  const rows = thenNow(decision, now);
  expect(rows.filter(({ hasChanged }) => hasChanged).map(({ label, change }) => [label, change])).toEqual([
    ['hardware, ¢/min', '−16.8 %'],
    ['break-even, tokens/min', '−16.8 %'],
    ['dedicated a month', '−16.8 %'],
  ]);
  expect(thenNow(decision, { ...now, hardware: null })[2]).toMatchObject({
    today: 'no longer listed',
    change: 'not comparable',
  });
});

test('Markdown is a table that no name can break', () => {
  const model = { ...decision.model, id: 'a|b\n# <script>' };
  const lines = decisionMarkdown({ ...decision, model }, null).split('\n');
  expect(lines[0]).toBe('## a\\|b \\# \\<script\\> on 1x\\_nvidia\\_h100\\_80gb\\_sxm');
  const rows = lines.filter((line) => line.startsWith('|'));
  expect(rows.map((row) => row.split(/(?<!\\)\|/).length)).toEqual(rows.map(() => 5));
  expect(lines).toContain('- a month of 730 h');
});

test('training and the first month of serving are summed, and unknown where a part is', () => {
  const price = { price: 2.9, unit: tokenUnit('dollars-million') };
  const tokens = { kind: 'tokens', tokens: 10e6, epochs: 3 } as const;
  const { training, serving: served, sum } = firstMonth(tokens, price, 10, 2);
  expect(training.formula).toBe('10,000,000 tokens × 3 epochs × $2.9/1M = $87');
  expect([training.value, served.value, sum.value]).toEqual([87, 8_760, 8_847]);
  expect(firstMonth(tokens, { ...price, price: null }, 10, 2).sum.value).toBeNull();
  expect(firstMonth(tokens, { ...price, price: 0 }, 10, 2).training.value).toBeNull();
  expect(firstMonth({ kind: 'job', totalPrice: 4 }, price, null, 1).sum.value).toBeNull();
  expect(firstMonth({ kind: 'job', totalPrice: 4 }, price, 10, 1).sum.value).toBe(4_384);
});

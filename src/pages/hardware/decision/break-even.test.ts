import { expect, test } from 'vitest';
import {
  cheaperRanges,
  computeBreakEven,
  costLines,
  defaultTraffic,
  periodInWords,
  trafficInSight,
} from './break-even.ts';
import { decisionCard } from './decision-card.ts';
import type { Decision, Terms } from './decision.ts';
import { priceUnit } from '#pricing/price-unit.ts';
import { tokenUnit } from '#pricing/units.ts';
import { maxBlend } from '#pricing/workload.ts';
import { firstMonth } from './FirstMonthPanel.tsx';
import { modelFacts } from './use-decision.ts';
import { decision, serving, terms } from '#pages/hardware/decision/testing/decisions.ts';

test('the worked example breaks even at 122,955 tokens a minute, with its formula', () => {
  const { breakEven, serverlessCost, dedicatedCost } = computeBreakEven(decision);
  expect(Math.round(breakEven.value ?? 0)).toBe(122_955);
  expect(breakEven.formula).toBe('$0.1082/min ÷ $0.88/1M = 122,955 tokens/min');
  expect(dedicatedCost.value).toBeCloseTo(4_739.16, 9);
  expect(serverlessCost.value).toBeCloseTo(0.15 * 0.88 * 60 * 730, 9);
});

test('an hour is a month divided by 730', () => {
  const [month, hour] = [
    computeBreakEven(decision),
    computeBreakEven({ ...decision, terms: { ...terms, period: 'hour' } }),
  ];
  expect((month.serverlessCost.value ?? 0) / (hour.serverlessCost.value ?? 1)).toBeCloseTo(730, 9);
  expect((month.dedicatedCost.value ?? 0) / (hour.dedicatedCost.value ?? 1)).toBeCloseTo(730, 9);
});

test('cached input counts at its price, and in full where none is stated', () => {
  const model = { ...decision.model, input: 1, output: 5 };
  const blended = (change: Partial<Terms>) =>
    computeBreakEven({ ...decision, model, terms: { ...terms, ...change } }).serverless.value;
  expect(blended({})).toBe(2);
  expect(computeBreakEven({ ...decision, model: { ...model, input: 0 } }).serverless.value).toBe(1.25);
  expect(blended({ cachedShare: 0.5 })).toBe(2);
  expect(blended({ cachedShare: 0.5, cachedPrice: 0.2 })).toBeCloseTo((3 * 0.6 + 5) / 4, 12);
});

function formulas(of: Decision) {
  const { serverless, capacity, serverlessCost, dedicatedCost } = computeBreakEven(of);
  return [serverless, capacity, serverlessCost, dedicatedCost].map(({ formula }) => formula);
}

test('every figure has its formula, with the numbers of its terms', () => {
  expect(formulas(serving(100_000))).toEqual([
    '(3 × $0.88 + $0.88) ÷ 4 = $0.88/1M',
    '100,000 tokens/min × 100 % = 100,000 tokens/min',
    '150,000 tokens/min × 60 × 730 h × $0.88/1M = $5,781.60/month',
    '10.82 ¢/min × 60 min ÷ 100 × 730 h = $4,739.16/month',
  ]);
  const model = { ...decision.model, input: 1, output: 5 };
  const hourly = {
    period: 'hour',
    replicas: 2,
    utilisation: 0.5,
    cachedShare: 0.5,
    cachedPrice: 0.2,
  } as const;
  expect(formulas({ ...serving(100_000, hourly), model })).toEqual([
    '(3 × $1.00 × (0.5 + 0.5 × 0.2) + $5.00) ÷ 4 = $1.70/1M',
    '2 × 100,000 tokens/min × 50 % = 100,000 tokens/min',
    '150,000 tokens/min × 60 × $1.70/1M = $15.30/hour',
    '2 × 10.82 ¢/min × 60 min ÷ 100 = $12.98/hour',
  ]);
  expect([periodInWords('hour'), periodInWords('month')]).toEqual(['an hour', 'a month']);
});

test('a model that writes no tokens costs its input price, whatever the blend', () => {
  // Of output a price need not be stated.
  const pricing = { input: 0.02 };
  const model = modelFacts({ id: 'e', type: 'embedding', pricing }, 'dollars-million');
  expect(model.isInputOnly).toBe(true);
  const { serverless, breakEven } = computeBreakEven({ ...decision, model });
  expect(serverless).toEqual({
    value: 0.02,
    formula: '$0.02/1M, the price of input: the model writes no tokens',
  });
  expect(breakEven.value).toBeCloseTo(5_410_000, 3);
  const { figures, assumptions } = decisionCard({ ...decision, model });
  expect(figures.map(({ label }) => label)).toContain('serverless, $/1M of input');
  expect(assumptions).toContain('tokens/min are input: the model writes none');
});

test('requests without output pay the price of input alone', () => {
  const model = { ...decision.model, input: 0.02, output: 8 };
  const { serverless } = computeBreakEven({ ...serving(100_000, { blend: maxBlend }), model });
  expect(serverless).toEqual({
    value: 0.02,
    formula: '$0.02/1M, the price of input: the requests have no output',
  });
});

test('an unknown term makes every figure that needs it unknown, with the reason', () => {
  for (const [lacking, missing] of [
    ['input price', { input: null }],
    ['output price', { output: null }],
    ['token prices', { input: null, output: null }],
  ] as const) {
    const noTokenPrice = { value: null, formula: `The service states no ${lacking} for this model.` };
    const { serverless, serverlessCost, breakEven } = computeBreakEven({
      ...decision,
      model: { ...decision.model, ...missing },
    });
    expect([serverless, serverlessCost, breakEven]).toEqual([noTokenPrice, noTokenPrice, noTokenPrice]);
  }
  expect(computeBreakEven(decision).capacity).toEqual({
    value: null,
    formula: 'No throughput measured or entered for these requests.',
  });
  const noPrice = { value: null, formula: 'The service states no price for this hardware.' };
  const unpriced = computeBreakEven({
    ...decision,
    hardware: { ...decision.hardware, centsPerMinute: null },
  });
  expect(unpriced).toMatchObject({
    dedicated: noPrice,
    breakEven: noPrice,
    dedicatedCost: noPrice,
    verdict: { kind: 'unknown', why: noPrice.formula },
  });
});

test('prices follow the unit in which they are read', () => {
  const model = { ...decision.model, input: 88, output: 88, unit: 'cents-million' };
  expect(computeBreakEven({ ...decision, model }).breakEven.value).toBeCloseTo(122_954.5454, 3);
});

function added(traffic: number) {
  return computeBreakEven(serving(100_000, { growth: 'added', utilisation: 0.5, traffic }));
}

test('replicas are added when the traffic passes what they serve', () => {
  expect([1, 50_000, 50_001, 149_999, 150_001].map((traffic) => added(traffic).replicas)).toEqual([
    1, 1, 2, 3, 4,
  ]);
  expect(added(50_001).dedicatedCost.value).toBeCloseTo(2 * 4_739.16, 9);
  // 100,000 × 0.57 is 56,999.99999999999.
  const full = serving(100_000, { growth: 'added', utilisation: 0.57, traffic: 114_000 });
  expect(computeBreakEven(full).replicas).toBe(2);
});

test('a fixed count does not change, and neither does one with unknown throughput', () => {
  expect(computeBreakEven(serving(100_000, { replicas: 2, traffic: 1e9 })).replicas).toBe(2);
  expect(computeBreakEven({ ...decision, terms: { ...terms, growth: 'added', traffic: 1e9 } }).replicas).toBe(
    1,
  );
});

test('dedicated is cheaper exactly in the ranges between its steps', () => {
  const wrong: number[] = [];
  for (const replicas of [1, 2, 3]) {
    for (const each of [60_000, 123_000, 130_000, 170_000, 250_000, 400_000]) {
      for (let traffic = 500; traffic < 1_500_000; traffic += 7_700) {
        const here = serving(each, { growth: 'added', replicas, traffic });
        const { serverlessCost, dedicatedCost } = computeBreakEven(here);
        const isCheaper = (serverlessCost.value ?? 0) > (dedicatedCost.value ?? 0);
        const isInside = cheaperRanges(here).some(({ from, to }) => from <= traffic && traffic <= to);
        if (isInside !== isCheaper) wrong.push(traffic);
      }
    }
  }
  expect(wrong).toEqual([]);
});

const oneBreaksEven = 0.1082 / 0.88e-6;

test('ranges end at the capacity, are open if it is unknown, and empty without a price', () => {
  const model = { ...decision.model, input: null };
  for (const growth of ['fixed', 'added'] as const) {
    expect(cheaperRanges({ ...serving(200_000, { growth }), model })).toEqual([]);
    expect(cheaperRanges({ ...decision, terms: { ...terms, growth } })).toEqual([
      { from: oneBreaksEven, to: Infinity },
    ]);
    expect(cheaperRanges(serving(100_000, { growth }))).toEqual([]);
  }
  expect(cheaperRanges(serving(200_000))).toEqual([{ from: oneBreaksEven, to: 200_000 }]);
  expect(cheaperRanges(serving(oneBreaksEven))).toEqual([{ from: oneBreaksEven, to: oneBreaksEven }]);
});

test('added replicas leave gaps until each one pays from its first token', () => {
  const ranges = cheaperRanges(serving(130_000, { growth: 'added' }));
  // n × break-even ≤ (n − 1) × 130,000 from n = 19 on.
  expect(ranges).toHaveLength(18);
  for (const [index, { from, to }] of ranges.entries()) {
    expect(from).toBeCloseTo((index + 1) * oneBreaksEven, 6);
    expect(to).toBe(index === 17 ? Infinity : (index + 1) * 130_000);
  }
  // Two machines pay from the break-even of both.
  expect(cheaperRanges(serving(1e6, { growth: 'added', replicas: 2 }))).toEqual([
    { from: 2 * oneBreaksEven, to: Infinity },
  ]);
  // The second pays from the token at which the first is full.
  expect(cheaperRanges(serving(2 * oneBreaksEven, { growth: 'added' }))).toEqual([
    { from: oneBreaksEven, to: Infinity },
  ]);
  // A replica that only just pays has a range of its own each time: the list still ends.
  expect(cheaperRanges(serving(oneBreaksEven, { growth: 'added' }))).toHaveLength(200);
});

const unpricedModel = { ...decision.model, input: null };
const endOfAxis = (traffic: number) =>
  trafficInSight({ ...decision, model: unpricedModel, terms: { ...terms, traffic } });

test('the axis ends at a round figure beyond the traffic', () => {
  const traffic = [
    10, 1_000, 1_001, 1_201, 1_501, 2_001, 2_501, 3_001, 4_001, 5_001, 6_001, 8_001, 100_000.000_01,
  ];
  expect(traffic.map((each) => endOfAxis(each))).toEqual([
    1_000, 1_200, 1_200, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000, 120_000,
  ]);
});

test.each([
  ['1.6 times the break-even', decision, 200_000],
  ['1.6 times the break-even, beyond what is served', serving(10_000), 200_000],
  ['1.25 times what is served', serving(300_000), 400_000],
  [
    'eight times what is served, where adding replicas never pays',
    serving(10_000, { growth: 'added', traffic: 1 }),
    80_000,
  ],
  [
    '1.6 times the break-even, where adding replicas pays',
    serving(123_000, { growth: 'added', replicas: 3 }),
    600_000,
  ],
] as const)('the axis shows %s', (_what, of, to) => expect(trafficInSight(of)).toBe(to));

const hundred = serving(100_000);
const aMonth = 4_739.16;
const aTokenMonth = 0.88e-6 * 60 * 730;

test('lines run over the whole axis, and cross where the costs are equal', () => {
  const lines = costLines(hundred, 200_000);
  expect(lines).toMatchObject({ cannotServeFrom: 100_000, serverless: [{ x: 0, y: 0 }, { x: 200_000 }] });
  expect(lines.serverless?.[1]?.y).toBeCloseTo(200_000 * aTokenMonth, 6);
  expect(lines.dedicated?.map(({ x }) => x)).toEqual([0, 200_000]);
  for (const { y } of lines.dedicated ?? []) expect(y).toBeCloseTo(aMonth, 6);
  expect(lines.crossing?.x).toBeCloseTo(oneBreaksEven, 6);
  expect(lines.crossing?.y).toBeCloseTo(aMonth, 6);
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

test('lines meet at the crossing, and traffic beyond the capacity is marked as unserved', () => {
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

const crossing = (of: Decision, to: number) => costLines(of, to).crossing;

test('a crossing is marked up to the end of the axis, and not where adding replicas never pays or nothing costs', () => {
  const { breakEven } = computeBreakEven(hundred);
  expect(crossing(hundred, breakEven.value ?? 0)).not.toBeNull();
  expect(crossing(hundred, (breakEven.value ?? 0) - 1)).toBeNull();
  expect(crossing(serving(100_000, { growth: 'added' }), 200_000)).toBeNull();
  expect(crossing(serving(200_000, { growth: 'added' }), 200_000)).not.toBeNull();
  expect(
    crossing({ ...decision, hardware: { ...decision.hardware, centsPerMinute: 0 } }, 200_000),
  ).toBeNull();
});

const unservedFrom = (of: Decision, to: number) => costLines(of, to).cannotServeFrom;

test('the unserved range starts within the axis for a fixed count of known throughput', () => {
  expect([unservedFrom(hundred, 100_001), unservedFrom(hundred, 100_000)]).toEqual([100_000, null]);
  expect(unservedFrom(serving(100_000, { growth: 'added' }), 200_000)).toBeNull();
  expect(unservedFrom(decision, 200_000)).toBeNull();
});

test('only the line with an unknown price is not drawn', () => {
  const noTokens = costLines({ ...hundred, model: unpricedModel }, 200_000);
  expect([noTokens.serverless, noTokens.crossing, noTokens.dedicated?.length]).toEqual([null, null, 2]);
  const noHardware = costLines(
    { ...hundred, hardware: { ...decision.hardware, centsPerMinute: null } },
    200_000,
  );
  expect([noHardware.dedicated, noHardware.crossing, noHardware.serverless?.length]).toEqual([null, null, 2]);
});

const steps = (to: number) => costLines(serving(100, { growth: 'added' }), to).dedicated ?? [];

test('added replicas draw steps at their used capacity, or a single slope if there are too many', () => {
  const halfUsed =
    costLines(serving(200_000, { growth: 'added', utilisation: 0.5 }), 250_000).dedicated ?? [];
  expect(halfUsed.map(({ x }) => x)).toEqual([0, 100_000, 100_000, 200_000, 200_000, 250_000]);
  expect(halfUsed.map(({ y }) => Math.round(y / aMonth))).toEqual([1, 1, 2, 2, 3, 3]);
  // 400 steps of two points each, between the first and the last.
  expect(steps(40_100)).toHaveLength(802);
  expect(steps(40_101)).toHaveLength(2);
  expect(steps(40_101)[1]?.y).toBeCloseTo(402 * aMonth, 3);
  const two = costLines(serving(100, { growth: 'added', replicas: 2 }), 40_200).dedicated;
  expect(two).toHaveLength(802);
});

test('the example traffic is 1.5 times the break-even, within the capacity, in two digits', () => {
  expect(defaultTraffic(decision)).toBe(180_000);
  expect(defaultTraffic(serving(156_000))).toBe(150_000);
  expect(defaultTraffic({ ...decision, model: unpricedModel })).toBe(100_000);
  expect(defaultTraffic({ ...serving(7), model: unpricedModel })).toBe(7);
  expect(defaultTraffic({ ...serving(0.2), model: unpricedModel })).toBe(1);
  expect(defaultTraffic({ ...decision, hardware: { ...decision.hardware, centsPerMinute: 0 } })).toBe(
    100_000,
  );
});

test('training and the first month of serving add up, and are unknown if either is', () => {
  const price = { price: 2.9, unit: tokenUnit('dollars-million') };
  const tokens = { kind: 'tokens', tokens: 10e6, epochs: 3 } as const;
  const { training, serving: served, sum } = firstMonth(tokens, price, { centsPerMinute: 10 }, 2);
  expect(training.formula).toBe('10,000,000 tokens × 3 epochs × $2.90/1M = $87.00');
  expect([training.value, served.value, sum.value]).toEqual([87, 8_760, 8_847]);
  expect(served.formula).toBe('2 × 10 ¢/min × 60 min ÷ 100 × 730 h = $8,760.00');
  expect(sum.formula).toBe('$87.00 + $8,760.00 = $8,847.00');
  const job = { kind: 'job', totalPrice: 4, unit: priceUnit('dollars') } as const;
  const ofJob = firstMonth(job, price, { centsPerMinute: 10 }, 1);
  expect(ofJob.training).toEqual({
    value: 4,
    formula: 'total_price of the job, 4, read as US dollars',
  });
  expect(ofJob.serving).toEqual({ value: 4_380, formula: '10 ¢/min × 60 min ÷ 100 × 730 h = $4,380.00' });
  expect(ofJob.sum.value).toBe(4_384);
  const quoted = { centsPerMinute: 620 / 60, isQuoted: true };
  expect(firstMonth(job, price, quoted, 1).serving.formula).toBe('$6.20/h × 730 h = $4,526.00');
});

test('a job of $4 that a service bills in billionths costs $4', () => {
  const job = { kind: 'job', totalPrice: 4e9, unit: priceUnit('nano-dollars') } as const;
  const price = { price: null, unit: tokenUnit('dollars-million') };
  const { training } = firstMonth(job, price, { centsPerMinute: 10 }, 1);
  expect(training.value).toBeCloseTo(4, 12);
});

test.each([
  ['No training tokens entered.', { kind: 'tokens', tokens: null, epochs: 3 }, 2.9, 10],
  [
    'The service states no fine-tuning price for this model.',
    { kind: 'tokens', tokens: 1, epochs: 3 },
    null,
    10,
  ],
  [
    'The service states a fine-tuning price of 0, which may mean “not offered”.',
    { kind: 'tokens', tokens: 1, epochs: 3 },
    0,
    10,
  ],
  [
    'The service states no price for this hardware.',
    { kind: 'job', totalPrice: 4, unit: priceUnit('dollars') },
    2.9,
    null,
  ],
  [
    'total_price of the job is 0, which often means “not set”.',
    { kind: 'job', totalPrice: 0, unit: priceUnit('dollars') },
    2.9,
    10,
  ],
  [
    'total_price of the job is 4, in an unknown unit; choose one.',
    { kind: 'job', totalPrice: 4, unit: priceUnit('as-sent') },
    2.9,
    10,
  ],
] as const)('a first month is unknown: %s', (formula, training, price, cents) => {
  const unit = tokenUnit('dollars-million');
  const month = firstMonth(training, { price, unit }, { centsPerMinute: cents }, 1);
  expect([cents === null ? month.serving : month.training, month.sum]).toEqual([
    { value: null, formula },
    { value: null, formula },
  ]);
});

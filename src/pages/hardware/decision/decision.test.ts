import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decision, serving, terms } from '#pages/hardware/decision/testing/decisions.ts';
import { changedWords, outcomeOf, thenNow, withPrices } from './ThenNow.tsx';
import { computeBreakEven, trafficSentence, verdictSentence } from './break-even.ts';
import { decisionCard, decisionMarkdown } from './decision-card.ts';
import { decisionLink, pairInWords, type Decision, type Terms } from './decision.ts';
import { maxBlend } from '#pricing/workload.ts';

test.each([
  ['Dedicated is cheaper above 122,955 tokens/min, up to the 200,000', serving(200_000)],
  ['Dedicated never pays off: break-even is 122,955 tokens/min, more than the 100,000', serving(100_000)],
  [
    'however many replicas are added: each breaks even at 122,955 tokens/min, more than the 100,000 that one replica',
    serving(100_000, { growth: 'added', replicas: 3 }),
  ],
  [
    'never pays off: break-even is 245,909 tokens/min, more than the 100,000 that the machines can serve.',
    serving(50_000, { replicas: 2 }),
  ],
  ['Dedicated is cheaper above 122,955 tokens/min.', serving(1e6, { growth: 'added' })],
  ['the throughput of the machines is unknown', decision],
  [
    'serverless is cheaper for a while, first between 130,000 and 245,909, last up to 2,213,182.',
    serving(130_000, { growth: 'added' }),
  ],
  [
    'Dedicated is cheaper above 122,955 tokens/min, except between 200,000 and 245,909.',
    serving(200_000, { growth: 'added' }),
  ],
  ['states no input price for this model', { ...decision, model: { ...decision.model, input: null } }],
  [
    'states no price for this hardware',
    { ...decision, hardware: { ...decision.hardware, centsPerMinute: null } },
  ],
  [
    'no token prices for this model. The service states no price for this hardware.',
    {
      ...decision,
      model: { ...decision.model, input: null, output: null },
      hardware: { ...decision.hardware, centsPerMinute: null },
    },
  ],
  [
    'are 0: it is billed in another way, or free',
    { ...decision, model: { ...decision.model, input: 0, output: 0 } },
  ],
  ['This hardware is free', { ...decision, hardware: { ...decision.hardware, centsPerMinute: 0 } }],
])('says %j', (words, of) => {
  expect(verdictSentence(of)).toContain(words);
});

test('a throughput entered for another machine is a guess also where a price is missing', () => {
  const throughput = { tokensPerMinute: 200_000, measuredAt: null, machine: 'another' };
  const model = { ...decision.model, input: null };
  expect(verdictSentence({ ...decision, model, terms: { ...terms, throughput } })).toContain(
    'for this model. The throughput was entered for another; here it is a guess.',
  );
});

test('a measured throughput is called a lower bound where it decides', () => {
  const throughput = { tokensPerMinute: 4_500, measuredAt: '2026-11-21T10:00:00Z' };
  const measuredOn = (machine: string) =>
    verdictSentence({ ...decision, terms: { ...terms, throughput: { ...throughput, machine } } });
  // An old link does not say that a stream measures output.
  expect(measuredOn(decision.hardware.id)).toMatch(/more than the 18,000 that .* a lower bound/);
  expect(measuredOn('1x_cpu')).toContain('one stream on 1x_cpu; this hardware');
});

function written(counts: 'output' | 'total', change: Partial<Terms> = {}): Decision {
  const throughput = { tokensPerMinute: 60_000, measuredAt: null, counts };
  return { ...decision, terms: { ...terms, throughput, ...change } };
}

const verdictIfEnteredFor = (machine: string) => {
  const throughput = { tokensPerMinute: 200_000, measuredAt: null, machine };
  return verdictSentence({ ...decision, terms: { ...terms, throughput } });
};

test('a throughput that was entered for another model or machine is called a guess where it decides', () => {
  const { model, hardware } = decision;
  expect(verdictIfEnteredFor(pairInWords(model.id, hardware.id))).toBe(verdictSentence(serving(200_000)));
  expect(verdictIfEnteredFor(pairInWords(model.id, '8x_card'))).toMatch(
    / The throughput was entered for meta-llama\/Llama-3\.3-70B on 8x_card; here it is a guess\.$/,
  );
});

test('prices of a token are written without an exponent', () => {
  const model = { ...decision.model, input: 8.8e-7, output: 2.5e-7, unit: 'dollars-token' };
  expect(decisionCard({ ...decision, model }).prices[0]).toContain('input 0.00000088, output 0.00000025,');
  const rows = thenNow({ ...decision, model }, { at: decision.at, model, hardware: decision.hardware });
  expect(rows.map(({ before }) => before)).toContain('0.00000088');
});

test('an output throughput says nothing about requests without output', () => {
  const unanswered = written('output', { blend: maxBlend });
  expect(verdictSentence(unanswered)).toContain('the throughput of the machines is unknown');
  const { capacity, dedicated } = computeBreakEven(unanswered);
  expect([capacity.value, dedicated.value]).toEqual([null, null]);
  expect(computeBreakEven(written('total', { blend: maxBlend })).capacity.value).toBe(60_000);
});

test('an output throughput is converted to total tokens before comparing', () => {
  expect(verdictSentence(written('total'))).toContain('never pays off');
  expect(verdictSentence(written('output'))).toBe(
    'Dedicated is cheaper above 122,955 tokens/min, up to the 240,000 the machines can serve.',
  );
  const { capacity, dedicated } = computeBreakEven(written('output'));
  expect(capacity.formula).toBe('60,000 output tokens/min × (3 + 1) × 100 % = 240,000 tokens/min');
  expect(dedicated.value).toBeCloseTo((0.1082 / 240_000) * 1e6, 9);
  expect(decisionCard(written('output')).assumptions).toContain(
    '60,000 output tokens/min a replica, or 240,000 including input if prefill takes no time, entered',
  );
});

test.each([
  ['At your 150,000 tokens/min dedicated saves $1,042.44 a month (18 %).', serving(200_000)],
  [
    'At an example of 150,000 tokens/min dedicated would save $1,042.44 a month (18 %).',
    serving(200_000, { isExample: true }),
  ],
  [
    'At your 150,000 tokens/min dedicated saves $1,042.44 a month (18 %), if the machines can serve that much.',
    decision,
  ],
  [
    'At your 100,000 tokens/min dedicated costs $884.76 a month more (23 %).',
    serving(200_000, { traffic: 100_000 }),
  ],
  [
    'At your 33,000 tokens/min dedicated costs $3,467.21 a month more (273 %).',
    serving(200_000, { traffic: 33_000 }),
  ],
  [
    'At your 0.5 tokens/min dedicated costs $4,739.14 a month more (24,590,809 %).',
    serving(200_000, { traffic: 0.5 }),
  ],
  ['At your 150,000 tokens/min dedicated saves $1,042.44 a month (18 %).', serving(150_000)],
  ['At your 150,000 tokens/min the machines are too slow: they serve 100,000.', serving(100_000)],
  [
    'At your 150,000 tokens/min dedicated costs $3,696.72 a month more (64 %).',
    serving(100_000, { growth: 'added' }),
  ],
  ['At your 0 tokens/min dedicated costs $4,739.16 a month more.', serving(200_000, { traffic: 0 })],
  [
    'At your 150,000 tokens/min dedicated saves $5,781.60 a month (100 %).',
    { ...serving(200_000), hardware: { ...decision.hardware, centsPerMinute: 0 } },
  ],
  [
    'At your 150,000 tokens/min dedicated would save $1,042.44 a month (18 %), but the service does not offer this model on this hardware.',
    { ...decision, warnings: ['not-offered' as const] },
  ],
  [
    'At your 150,000 tokens/min dedicated saves $5,777.22 a month (over 99 %).',
    { ...serving(200_000), hardware: { ...decision.hardware, centsPerMinute: 0.01 } },
  ],
  [
    'At your 0 tokens/min both cost the same.',
    { ...serving(200_000, { traffic: 0 }), hardware: { ...decision.hardware, centsPerMinute: 0 } },
  ],
  [null, { ...serving(200_000), model: { ...decision.model, input: 0, output: 0 } }],
  [null, { ...decision, hardware: { ...decision.hardware, centsPerMinute: null } }],
  [null, { ...decision, model: { ...decision.model, input: null } }],
])('answers %j', (sentence, of) => expect(trafficSentence(of)).toBe(sentence));

test('a decision round-trips through its link in URL-safe characters', async () => {
  const link = await decisionLink.write(serving(4_500));
  expect(link).toMatch(/^#decision=[A-Za-z0-9_-]+$/);
  expect(link.length).toBeLessThan(600);
  expect(await decisionLink.read(link)).toEqual({ ok: true, value: serving(4_500) });
  // The end of a sentence that a message takes for a part of the link.
  expect(await decisionLink.read(`${link}.`)).toEqual({ ok: true, value: serving(4_500) });
});

function packed(value: unknown): string {
  return '#decision=' + deflateRawSync(JSON.stringify(value)).toString('base64url');
}

test.each([
  ['cut off', async () => (await decisionLink.write(decision)).slice(0, -9), /damaged/],
  ['not base64', async () => '#decision=%%%', /damaged/],
  ['one that unfolds to more than it may', async () => packed('x'.repeat(100_000)), /damaged/],
  ['very long', async () => '#decision=' + 'A'.repeat(9_000), /too long/],
  ['of another version', async () => packed({ version: 9, decision }), /another version/],
  ['null', async () => packed(null), /another version/],
  [
    'without terms',
    async () => packed({ version: 1, decision: { ...decision, terms: {} } }),
    /contains no decision/,
  ],
  [
    'with a price below zero',
    async () =>
      packed({
        version: 1,
        decision: { ...decision, hardware: { ...decision.hardware, centsPerMinute: -1 } },
      }),
    /contains no decision/,
  ],
])('a link that is %s is refused with a message', async (_, make, sentence) => {
  const reading = await decisionLink.read(await make());
  expect(reading.ok ? '' : reading.message).toMatch(sentence);
});

test('extra fields in a link are dropped', async () => {
  const reading = await decisionLink.read(packed({ version: 1, decision: { ...decision, token: 'secret' } }));
  expect(reading).toEqual({ ok: true, value: decision });
});

test('the comparison with now lists changes, their size, and removed items', () => {
  const now = {
    at: '2026-12-01T00:00:00Z',
    model: { input: 0.88, output: 0.88 },
    hardware: { centsPerMinute: 9, updatedAt: null },
  };
  const rows = thenNow(decision, now);
  expect(rows.filter(({ hasChanged }) => hasChanged).map(({ label, change }) => [label, change])).toEqual([
    ['hardware, $/h', '−16.8 %'],
    ['break-even, in + out tokens/min', '−16.8 %'],
    ['dedicated a month', '−16.8 %'],
  ]);
  expect(thenNow(decision, { ...now, hardware: null })[2]).toMatchObject({
    today: 'not listed',
    change: 'not comparable',
  });
});

test('figures that cannot be compared are not counted as changed', () => {
  const { at, model, hardware } = decision;
  const words = (prices: Pick<Parameters<typeof thenNow>[1], 'model' | 'hardware'>) =>
    changedWords(thenNow(decision, { at, ...prices }));
  expect(words({ model, hardware })).toBe('Nothing has changed since.');
  expect(words({ model, hardware: { centsPerMinute: 9, updatedAt: null } })).toBe('3 of 6 figures changed.');
  expect(words({ model, hardware: null })).toBe('0 of 6 figures changed, 3 not comparable.');
  expect(words({ model: null, hardware: null })).toBe('0 of 6 figures changed, 6 not comparable.');
});

test('the costs of an example are named so, then and now', () => {
  const { at, model, hardware } = decision;
  const then = { ...decision, terms: { ...decision.terms, isExample: true } };
  const labels = thenNow(then, { at, model, hardware }).map(({ label }) => label);
  expect(labels.slice(-2)).toEqual(['serverless a month, example', 'dedicated a month, example']);
});

test('a capacity of whole tokens is served whole, at a blend that is rounded', () => {
  const throughput = { tokensPerMinute: 30_000, measuredAt: null, counts: 'output' } as const;
  const blend = 13.3333333333333;
  const full = { ...decision, terms: { ...decision.terms, throughput, blend, traffic: 430_000 } };
  expect(verdictSentence(full)).toContain('up to the 430,000 the machines can serve');
  expect(trafficSentence(full)).not.toContain('too slow');
});

test('without a price the dedicated cost is unknown, not out of reach', () => {
  const unpriced = { ...decision, hardware: { ...decision.hardware, centsPerMinute: null } };
  const figures = decisionCard(unpriced).figures.map(({ label, text }) => [label, text]);
  expect(figures).toContainEqual(['dedicated a month', 'unknown']);
});

test('a break-even that no number of replicas reaches is “never”, then and now', () => {
  const { at, model, hardware } = decision;
  const then = serving(100_000, { growth: 'added' });
  const rowAt = (centsPerMinute: number | null) =>
    thenNow(then, { at, model, hardware: { ...hardware, centsPerMinute } }).find(({ label }) =>
      label.startsWith('break-even'),
    );
  expect(rowAt(hardware.centsPerMinute)).toMatchObject({ before: 'never', today: 'never', change: 'same' });
  expect(rowAt(5.28)).toMatchObject({
    before: 'never',
    today: '60,000',
    change: 'not comparable',
    hasChanged: true,
  });
});

test('the comparison with now gives no price of machines that cannot serve the traffic', () => {
  const prices = { at: '2026-12-01', model: null, hardware: { centsPerMinute: 9, updatedAt: null } };
  expect(thenNow(serving(100_000), prices).at(-1)).toEqual({
    label: 'dedicated a month',
    before: 'cannot serve',
    today: 'cannot serve',
    change: 'same',
    hasChanged: false,
  });
});

test('an opened decision says whether it holds or has flipped, at its original traffic', () => {
  const prices = { at: '2026-12-01', model: { input: 0.88, output: 0.88 } };
  const outcome = (centsPerMinute: number) =>
    outcomeOf(decision, withPrices(decision, { ...prices, hardware: { centsPerMinute, updatedAt: null } }));
  expect(outcome(15)).toEqual({
    isFlipped: true,
    sentence: 'The decision has flipped: at its 150,000 tokens/min dedicated was cheaper, now serverless is.',
  });
  expect(outcome(11)?.sentence).toBe(
    'The decision holds: at its 150,000 tokens/min dedicated is still cheaper.',
  );
  const example = { ...decision, terms: { ...terms, isExample: true } };
  expect(outcomeOf(example, withPrices(example, { ...prices, hardware: decision.hardware }))?.sentence).toBe(
    'At its example of 150,000 tokens/min dedicated is still cheaper.',
  );
  expect(decisionMarkdown(example, null)).toMatch(
    /serverless a month, example .* dedicated a month, example /s,
  );
  const apart = { ...decision, warnings: ['not-offered' as const] };
  expect(outcomeOf(apart, withPrices(apart, { ...prices, hardware: decision.hardware }))?.sentence).toMatch(
    / is still cheaper, but the service did not offer the model on this hardware\.$/,
  );
  expect(outcomeOf(decision, withPrices(decision, { ...prices, hardware: null }))).toBeNull();
});

test('the card repeats all warnings of the page, dated when the prices were read', () => {
  const sample = { ...decision, warnings: ['not-offered', 'sample-hardware'] as const };
  const lines = decisionMarkdown({ ...sample, warnings: [...sample.warnings] }, null).split('\n');
  expect(lines).toContain(
    '**The service does not offer this model on this hardware: only prices are compared.**',
  );
  expect(lines).toContain('**The hardware’s price is a dated sample, not an offer.**');
  expect(lines).toContain('Prices, read 2026-11-21:');
  expect(lines.find((line) => line.includes('updated 2026-06-08'))).toContain('(read 2026-11-21)');
});

test('Markdown begins with the answer, and of an example with the break-even', () => {
  const breakEven =
    'Dedicated is cheaper above 122,955 tokens/min, up to the 200,000 the machines can serve.';
  const saved = 'tokens/min dedicated would save $1,042.44 a month (18 %).';
  const [own, example, untouched] = [{}, { isExample: true }, { isExample: true, traffic: 180_000 }].map(
    (changes) => decisionMarkdown(serving(200_000, changes), null).split('\n'),
  );
  expect(own?.[0]).toBe(`## At your 150,000 ${saved.replace('would save', 'saves')}`);
  expect(own).toContain(breakEven);
  expect(example?.[0]).toBe(`## ${breakEven}`);
  expect(example).toContain(`At an example of 150,000 ${saved}`);
  expect(example).toContain('| example traffic, in + out tokens/min | 150,000 | an example, not entered |');
  // Chosen by the page as one and a half times the break-even.
  expect(untouched?.[0]).toBe(`## ${breakEven}`);
  expect(untouched?.join(' ')).not.toContain('would save');
  const { lines } = decisionCard({ ...decision, model: { ...decision.model, input: null } });
  expect(lines).toEqual(['The service states no input price for this model.']);
});

test('where no count of added replicas pays off, the card has no break-even, and a saving is of the first ones', () => {
  const [added, fixed] = (['added', 'fixed'] as const).map((growth) => {
    const { figures } = decisionCard(serving(100_000, { growth }));
    return figures.find(({ label }) => label.startsWith('break-even'));
  });
  expect([added?.text, fixed?.text]).toEqual(['never', '122,955']);
  expect(added?.formula).toMatch(
    /= 122,955 tokens\/min, more than the 100,000 of 1 replica; more replicas raise both$/,
  );
  const unmeasured = { ...decision, terms: { ...terms, growth: 'added' as const, replicas: 1 } };
  expect(trafficSentence(unmeasured)).toMatch(/, if 1 replica can serve that much\.$/);
});

test('the card of an autoscaled decision has the capacity of as many replicas as its price', () => {
  const { figures, assumptions } = decisionCard(serving(60_000, { growth: 'added' }));
  expect(figures).toContainEqual(
    expect.objectContaining({
      label: 'capacity, in + out tokens/min',
      text: '180,000',
      formula: '3 × 60,000 tokens/min × 100 % = 180,000 tokens/min',
    }),
  );
  expect(assumptions).toContain('from 1 replica, autoscaled to 3');
  const unmeasured = { ...decision, terms: { ...terms, growth: 'added' as const, replicas: 1 } };
  expect(decisionCard(unmeasured).assumptions).toContain('from 1 replica, autoscaled');
});

test('a decision with training has its price, then and now', () => {
  const trained = { ...decision, model: { ...decision.model, finetune: 2.9 } };
  const rows = thenNow(trained, {
    at: '2026-12-01',
    model: { input: 0.88, output: 0.88, finetune: 3.2 },
    hardware: null,
  });
  const found = rows.find(({ label }) => label === 'fine-tune, $/1M tokens');
  expect(found).toMatchObject({ before: '2.90', today: '3.20', change: '+10.3 %' });
  expect(decisionCard(trained).prices[0]).toContain('input 0.88, output 0.88, fine-tune 2.90, read as');
});

test('prices are stated as they are used, not rounded to cents', () => {
  const model = { ...decision.model, input: 1.951, output: 3.9 };
  const fine = { ...decision, model, hardware: { ...decision.hardware, centsPerMinute: 10.823 } };
  const [tokens, hours] = decisionCard(fine).prices;
  expect(tokens).toContain('input 1.951, output 3.90, read as');
  expect(hours).toContain(': 10.823 ¢/min, updated');
  const now = { at: '2026-12-01', model: { ...model, input: 1.954 }, hardware: null };
  expect(thenNow(fine, now)[0]).toMatchObject({ before: '1.951', today: '1.954' });
});

test('names cannot break the Markdown table', () => {
  const model = { ...decision.model, id: 'a|b\n# <script>' };
  const lines = decisionMarkdown({ ...decision, model }, null).split('\n');
  expect(lines[2]).toBe('a\\|b \\# \\<script\\> on 1x\\_nvidia\\_h100\\_80gb\\_sxm');
  const rows = lines.filter((line) => line.startsWith('|'));
  expect(rows.map((row) => row.split(/(?<!\\)\|/).length)).toEqual(rows.map(() => 5));
  expect(lines).toContain('- a month of 730 h');
});

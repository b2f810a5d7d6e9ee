import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import { billWords } from './HeldOutPart.tsx';
import { compareScores, verdict } from './HeldOutResult.tsx';
import { tokenUnit } from '#pricing/units.ts';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { checkRequests, createChecks, modelBefore, outcomesOf, planCheck, type Check } from './run-check.ts';
import { origin, startTestService, TOKEN, type Started } from '#service/testing/started.ts';
import { readSamples, sampleLimit } from './samples.ts';

let started: Started;
beforeAll(async () => {
  started = await startTestService();
});
afterAll(() => started.engine.close());

const clientOf = () =>
  createClient({ id: 'c', baseUrl: `${origin}/v1`, token: TOKEN }, (url, init) =>
    started.service.fetch(new Request(url, init)),
  );
const whole = (text: string) => ({ text, from: 0 });
const samples = ['Once upon a time there was a fox.', 'The rain fell, ünd the cat slept.'].map(whole);

function startCheck(asked: Omit<Check, 'id'>) {
  const check = { id: 'ft-1', ...asked };
  const checks = createChecks({
    requestFrame: (callback) => void setImmediate(callback),
    slots: createStreamSlots(4),
  });
  checks.start(clientOf(), check, checkRequests(check));
  return checks;
}

async function outcomesOfCheck(checks: ReturnType<typeof startCheck>) {
  await expect.poll(() => checks.current()?.runningCount).toBe(0);
  const ended = checks.current();
  return ended === null ? [] : outcomesOf(ended);
}

test('samples are lines, paragraphs, or the rows of a training file', () => {
  expect(readSamples('a\r\n b \n\n')).toEqual({ ok: true, samples: ['a', 'b'].map(whole) });
  expect(readSamples('a\nb\n\nc')).toEqual({ ok: true, samples: ['a\nb', 'c'].map(whole) });
  expect(readSamples('{"text":"a"}\n\n{"prompt":"b","completion":"c"}')).toEqual({
    ok: true,
    samples: [whole('a'), { text: 'bc', from: 1 }],
  });
  expect(readSamples(' \n ')).toEqual({ ok: true, samples: [] });
  expect(readSamples('{"text":"a"}\n{"other":1}')).toEqual({
    ok: false,
    message: 'Held-out samples, line 2: neither {"text"} nor {"prompt", "completion"}.',
  });
  expect(readSamples('x\n'.repeat(sampleLimit + 1)).ok).toBe(false);
});

test('a row of JSONL below plain text is refused, not scored with its braces', () => {
  expect(readSamples('a\nb\n{"prompt":"c","completion":"d"}')).toEqual({
    ok: false,
    message: 'Held-out samples, line 3: JSONL below plain text. Paste either only JSONL or none.',
  });
  expect(readSamples('a\n{b}')).toEqual({ ok: true, samples: ['a', '{b}'].map(whole) });
});

test('the cost is one request per sample and model, and an unknown price stays unknown', () => {
  const listed = [{ id: 'base', pricing: { input: 1, output: 1 } }];
  const plan = planCheck(['base', 'ft-1:3'], ['abc', 'äbc'].map(whole), listed, tokenUnit(null));
  // Bytes bound the tokens, plus a mark and a new token: 3 + 1 + 1 and 4 + 1 + 1.
  expect(plan).toEqual({ requests: 4, tokens: 22, dollars: 11 / 1e6, unpriced: ['ft-1:3'] });
  expect(planCheck(['x'], [whole('abc')], [], tokenUnit(null)).dollars).toBeNull();
});

test('the bill names a checkpoint that is still coming', () => {
  const listed = [{ id: 'base', pricing: { input: 1, output: 1 } }];
  const bill = (...models: string[]) => billWords(planCheck(models, [whole('abc')], listed, tokenUnit(null)));
  expect(bill('base', '')).toMatch(/ at most, and what the checkpoint costs, whose price is unknown\.$/);
  expect(bill('base', 'ft-1:3')).toContain(', and what ft-1:3 costs,');
  expect(bill('base', 'base')).toMatch(/^2 requests, 10 tokens at most, \$\S+ at most\.$/);
});

test('the service scores every sample with every model, in exactly the announced number of requests', async () => {
  const models = [started.model, started.model];
  const outcomes = await outcomesOfCheck(startCheck({ models: [started.model], samples }));
  expect(outcomes).toHaveLength(2);
  const { models: scores, shared, isSameTokens } = compareScores([started.model], outcomes);
  expect([shared, isSameTokens]).toEqual([2, true]);
  const [score] = scores;
  expect(score?.tokens).toBeGreaterThan(10);
  expect(score?.perplexity).toBeGreaterThan(1);
  expect(compareScores(models, outcomes).models[0]).toEqual(compareScores(models, outcomes).models[1]);
});

test('a sentence like its training data surprises a model less than random letters', async () => {
  const texts = ['Once upon a time there was a fox.', 'zq xv kj wq pz vx qj zk xw qv'].map(whole);
  const outcomes = await outcomesOfCheck(startCheck({ models: [started.model], samples: texts }));
  const perplexity = (sample: number) =>
    compareScores(
      [started.model],
      outcomes.filter((each) => each.sample === sample),
    ).models[0]?.perplexity ?? 0;
  expect(perplexity(0)).toBeLessThan(perplexity(1) / 10);
});

test('the first refusal ends the check, and its message is shown', async () => {
  const many = Array.from({ length: 40 }, () => whole('hello'));
  const outcomes = await outcomesOfCheck(startCheck({ models: ['no/such-model'], samples: many }));
  expect(outcomes.length).toBeLessThanOrEqual(4);
  const [first] = outcomes;
  expect(first && 'failure' in first && first.failure).toContain('no/such-model');
  expect(compareScores(['no/such-model'], outcomes)).toMatchObject({
    shared: 0,
    models: [{ perplexity: null }],
  });
});

test('a stopped check sends nothing more', async () => {
  const checks = startCheck({ models: [started.model], samples });
  checks.stop();
  expect(await outcomesOfCheck(checks)).toEqual([]);
});

test('a checkpoint is compared with the base model, or with the checkpoint it started from', () => {
  expect(modelBefore({ id: 'ft', model: 'base', from_checkpoint: 'ft-0:40' })).toBe('base');
  expect(modelBefore({ id: 'ft', from_checkpoint: 'ft-0:40' })).toBe('ft-0:40');
  expect(modelBefore({ id: 'ft', model: '', from_checkpoint: '' })).toBe('');
});

test('equal models are called equal, not higher by nothing', () => {
  const models = [3, 3, 6].map((perplexity) => ({ perplexity, bitsPerByte: 1, tokens: 5 }));
  const verdictOf = (place: number) =>
    verdict({
      models: models.toSpliced(1, 2, ...models.slice(place, place + 1)),
      shared: 1,
      isSameTokens: true,
    });
  expect(verdictOf(1)).toBe('Perplexity 3 → 3, the same as the base’s, over 1 shared sample.');
  expect(verdictOf(2)).toBe('Perplexity 3 → 6, 100 % higher than the base’s, over 1 shared sample.');
});

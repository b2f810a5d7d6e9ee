import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CompletionResponse } from '#api/schema/completion-response.ts';
import { errorOf, origin, type Started, startTestService, TOKEN } from '#service/testing/started.ts';

let started: Started;

beforeAll(async () => {
  started = await startTestService();
});

afterAll(() => started.engine.close());

function post(body: BodyInit): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  return started.fetch('/v1/completions', { method: 'POST', headers, body });
}

describe('a value out of range is 400 and names the field', () => {
  test.each<[string, unknown]>([
    ['prompt', 5],
    ['prompt', ['a', 'b']],
    ['model', 5],
    ['model', ''],
    ['max_tokens', 0],
    ['max_tokens', -1],
    ['max_tokens', 1.5],
    ['max_tokens', '10'],
    ['max_tokens', 1e300],
    ['stop', '.'],
    ['stop', [1]],
    ['stop', ['']],
    ['temperature', -0.1],
    ['temperature', 2.1],
    ['temperature', '1'],
    ['top_p', -0.1],
    ['top_p', 1.1],
    ['top_k', -2],
    ['top_k', 0.5],
    ['min_p', -0.1],
    ['min_p', 1.1],
    ['repetition_penalty', 0],
    ['repetition_penalty', -1],
    ['presence_penalty', -2.1],
    ['presence_penalty', 2.1],
    ['frequency_penalty', -2.1],
    ['frequency_penalty', 2.1],
    ['stream', 'true'],
    ['logprobs', -1],
    ['logprobs', 2],
    ['logprobs', true],
    ['echo', 1],
    ['n', 0],
    ['n', 129],
    ['n', 1.5],
    ['safety_model', 7],
    ['logit_bias', []],
    ['logit_bias', { 5: 'x' }],
    ['logit_bias', { dog: 1 }],
    ['logit_bias', { '-1': 1 }],
    ['logit_bias', { 1e9: 1 }],
    ['seed', 0.5],
    ['seed', 2 ** 53],
    ['seed', 'x'],
  ])('%s: %j', async (param, value) => {
    const response = await started.complete({ [param]: value });
    expect(response.status).toBe(400);
    await expect(errorOf(response)).resolves.toMatchObject({ type: 'invalid_request_error', param });
  });
});

describe('values at the limits pass', () => {
  test.each([
    { temperature: 2 },
    { temperature: Number.MIN_VALUE },
    { top_p: 1 },
    { top_k: -1 },
    { top_k: 0 },
    { top_k: 2 ** 31 - 1 },
    { min_p: 0 },
    { presence_penalty: -2, frequency_penalty: -2 },
    { presence_penalty: 2, frequency_penalty: 2 },
    { n: 1 },
    { n: 128 },
    { seed: 2 ** 53 - 1 },
    { seed: -(2 ** 53 - 1) },
    { prompt: '' },
    { prompt: '\uD800 \u0000 \u{1F319}' },
    { unknown_field: { any: 'thing' } },
  ])('%j', async (body) => {
    const { choices, usage } = await answerOfOk(await started.complete({ ...two, ...body }));
    expect(choices).toHaveLength(body.n ?? 1);
    expect(usage?.completion_tokens).toBe(2 * choices.length);
    for (const { text, logprobs, finish_reason } of choices) {
      expect(logprobs?.token_ids).toHaveLength(2);
      expect(logprobs?.tokens?.join('')).toBe(text);
      expect(logprobs?.token_logprobs?.every((logprob) => logprob !== null && logprob <= 0)).toBe(true);
      expect(finish_reason).toBe('length');
    }
  });

  test('logprobs of 0 returns none, of 1 returns some', async () => {
    const [without, some] = [await complete({ logprobs: 0 }), await complete({ logprobs: 1 })];
    expect(without[0]?.logprobs).toBeUndefined();
    expect(some[0]?.logprobs?.tokens).toHaveLength(2);
  });

  test.each([{ temperature: 0 }, { top_p: 0 }, { top_k: 1 }, { min_p: 1 }])(
    '%j takes the likeliest token, whatever the seed',
    async (body) => {
      const [likeliest] = await complete({ temperature: 0 });
      for (const seed of [1, 2, 3])
        expect(await complete({ ...body, seed })).toEqual([{ ...likeliest, seed }]);
    },
  );
});

/** Nothing filtered, and each of the ways to filter. */
const ways = [
  {},
  { temperature: 0 },
  { top_p: 0.9 },
  { top_k: 5 },
  { min_p: 0.1 },
  { n: 3, top_p: 0.5, top_k: 9 },
];

describe.each(ways)('a number of any size takes full effect, with %j', (way) => {
  const idsOf = async (body: object) =>
    (await complete({ ...way, ...body })).map(({ logprobs }) => logprobs?.token_ids ?? []);

  test.each([100, 1e39, Number.MAX_VALUE])('a bias of %d forces its token', async (bias) => {
    for (const ids of await idsOf({ logit_bias: { 5: bias } })) expect(ids).toEqual([5, 5]);
    const logit_bias = { 0: -100, 1: bias, 2: -bias };
    for (const ids of await idsOf({ logit_bias })) expect(ids).toEqual([1, 1]);
  });

  test.each([-1e39, 1e39, -Number.MAX_VALUE])('a bias of %d for all tokens changes nothing', async (bias) => {
    const logit_bias = Object.fromEntries(Array.from({ length: 1024 }, (_, id) => [String(id), bias]));
    expect(await idsOf({ logit_bias })).toEqual(await idsOf({}));
  });

  test('the smallest repetition penalty repeats, the largest one does not', async () => {
    const prompt = 'Once upon a time';
    const said = await started.engine.encode(started.model, prompt);
    for (const repetition_penalty of [Number.MIN_VALUE, 1e-45, 1e-9])
      for (const ids of await idsOf({ prompt, repetition_penalty }))
        for (const id of ids) expect(said).toContain(id);
    for (const repetition_penalty of [1e9, 1e45, Number.MAX_VALUE])
      for (const ids of await idsOf({ prompt, repetition_penalty, max_tokens: 20 }))
        expect(new Set([...said, ...ids]).size).toBe(said.length + ids.length);
  });
});

/** Two tokens other than the end token. */
const two = { max_tokens: 2, logprobs: 1, seed: 7, logit_bias: { 1023: -100 } };

async function complete(body: object) {
  return (await answerOfOk(await started.complete({ ...two, ...body }))).choices;
}

async function answerOfOk(response: Response) {
  expect(response.status).toBe(200);
  return CompletionResponse.parse(await response.json());
}

test('a missing required field is named', async () => {
  for (const [body, param] of [
    ['{"model":"inferdeck/tale-1m"}', 'prompt'],
    ['{"prompt":"a"}', 'model'],
  ] as const) {
    const response = await post(body);
    expect(response.status).toBe(400);
    await expect(errorOf(response)).resolves.toMatchObject({ param, message: `${param} is required.` });
  }
});

describe('models', () => {
  test.each(['model', 'safety_model'])('an unknown %s is 404 with a code', async (param) => {
    const response = await started.complete({ [param]: 'meta/llama' });
    expect(response.status).toBe(404);
    await expect(errorOf(response)).resolves.toMatchObject({ code: 'model_not_available', param });
  });

  test('the moderation model cannot generate, and a language model cannot moderate', async () => {
    const asModel = await started.complete({ model: 'inferdeck/guard-words' });
    expect(asModel.status).toBe(400);
    await expect(errorOf(asModel)).resolves.toMatchObject({ param: 'model', code: 'model_not_supported' });
    expect((await started.complete({ safety_model: started.model })).status).toBe(404);
  });

  test('a model without infilling refuses a suffix', async () => {
    const refused = await started.complete({ suffix: ' The end.' });
    expect(refused.status).toBe(400);
    await expect(errorOf(refused)).resolves.toMatchObject({ code: 'invalid_value', param: 'suffix' });
    expect((await started.complete({ suffix: '', max_tokens: 1 })).status).toBe(200);
  });
});

test('more than the context holds is 400 with a sentence, in JSON and for a stream', async () => {
  const contextLength = started.engine.models()[0]?.contextLength ?? 0;
  for (const stream of [false, true]) {
    const response = await started.complete({ prompt: 'moon '.repeat(contextLength + 1), stream });
    expect(response.status).toBe(400);
    const error = await errorOf(response);
    expect(error).toMatchObject({ code: 'context_length_exceeded', type: 'invalid_request_error' });
    expect(error.message).toContain(String(contextLength));
  }
});

describe('a body that cannot be read', () => {
  test.each([
    ['nothing', '', 'invalid_json'],
    ['half an object', '{"prompt":', 'invalid_json'],
    ['an array', '[]', 'invalid_value'],
    ['null', 'null', 'invalid_value'],
    ['a number', '1e999', 'invalid_value'],
    ['deep nesting', '['.repeat(400_000), 'invalid_json'],
    ['deep nesting, closed', '['.repeat(400_000) + ']'.repeat(400_000), 'invalid_value'],
    ['deep nesting in a field', `{"stop":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'invalid_value'],
  ])('%s', async (_name, body, code) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    await expect(errorOf(response)).resolves.toMatchObject({ code });
  });

  test.each(['__proto__', 'constructor', 'prototype'])('the key %s pollutes no prototype', async (key) => {
    for (const body of [
      `{"${key}":{"polluted":1},"model":"m","prompt":"p"}`,
      `{"model":"m","prompt":"p","logit_bias":{"${key}":1}}`,
    ]) {
      expect((await post(body)).status).toBe(400);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('huge numbers are refused as out of range and crash nothing', async () => {
    for (const field of ['max_tokens', 'n', 'seed', 'top_k', 'temperature', 'repetition_penalty']) {
      const response = await post(`{"model":"${started.model}","prompt":"a","${field}":1e999}`);
      expect(response.status).toBe(400);
      await expect(errorOf(response)).resolves.toMatchObject({ param: field });
    }
  });

  test('a body above 1 MiB is 413', async () => {
    const response = await post(JSON.stringify({ model: started.model, prompt: 'x'.repeat(1024 * 1024) }));
    expect(response.status).toBe(413);
    await expect(errorOf(response)).resolves.toMatchObject({ code: 'request_too_large' });
  });
});

test('the service still answers after all of this', async () => {
  const headers = { authorization: `Bearer ${TOKEN}`, origin: origin };
  expect((await started.fetch('/v1/models', { headers })).status).toBe(200);
  expect((await started.complete({ max_tokens: 1 })).status).toBe(200);
});

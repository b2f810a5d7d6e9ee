import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answerOf,
  chunksOf,
  errorOf,
  type Started,
  startTestService,
  textOf,
  TOKEN,
} from '#service/testing/started.ts';
import { stopsUnder } from './completions.ts';

let started: Started;

beforeAll(async () => {
  started = await startTestService({ clock: () => 1_700_000_000_500 });
});

afterAll(() => started.engine.close());

const PROMPT = 'Once upon a time';

describe('the JSON answer', () => {
  test('is a CompletionResponse as documented', async () => {
    const response = await started.complete({ max_tokens: 8, seed: 1 });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const answer = await answerOf(response);
    expect(answer.id).toMatch(/^cmpl-[\da-f-]{36}$/u);
    expect(Object.keys(answer).sort()).toEqual(['choices', 'created', 'id', 'model', 'object', 'usage']);
    expect(answer).toMatchObject({ object: 'text_completion', model: started.model, created: 1_700_000_000 });
    expect(answer.choices).toHaveLength(1);
    expect(Object.keys(answer.choices[0] ?? {}).sort()).toEqual(['finish_reason', 'seed', 'text']);
    expect(answer.choices[0]).toMatchObject({ seed: 1, finish_reason: 'length' });
  });

  test('has logprobs exactly when requested, position by position', async () => {
    const plain = await answerOf(await started.complete({ max_tokens: 8, seed: 1, logprobs: 0 }));
    expect(plain.choices[0]).not.toHaveProperty('logprobs');
    const { choices } = await answerOf(await started.complete({ max_tokens: 8, seed: 1, logprobs: 1 }));
    const { token_ids, tokens, token_logprobs } = choices[0]?.logprobs ?? {};
    expect(token_ids).toHaveLength(8);
    expect(token_logprobs).toHaveLength(8);
    expect(tokens?.join('')).toBe(choices[0]?.text);
    expect(choices[0]?.text).toBe(plain.choices[0]?.text);
    for (const logprob of token_logprobs ?? []) expect(logprob).toBeLessThanOrEqual(0);
  });

  test('returns the seed it drew, and that seed reproduces the text', async () => {
    const first = await answerOf(await started.complete({ max_tokens: 12 }));
    const seed = first.choices[0]?.seed;
    expect(seed).toSatisfy(Number.isSafeInteger);
    const again = await answerOf(await started.complete({ max_tokens: 12, seed }));
    expect(again.choices).toEqual(first.choices);
  });

  test('uses the temperature of the model record when none is given', async () => {
    const models: unknown = await (
      await started.fetch('/v1/models', { headers: { authorization: `Bearer ${TOKEN}` } })
    ).json();
    expect(models).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: started.model, defaults: { temperature: 0.7 } }),
      ]),
    );
    const body = { max_tokens: 40, seed: 5, n: 3 };
    const { choices } = await answerOf(await started.complete(body));
    expect(choices).toEqual((await answerOf(await started.complete({ ...body, temperature: 0.7 }))).choices);
    expect(choices).not.toEqual(
      (await answerOf(await started.complete({ ...body, temperature: 1 }))).choices,
    );
  });

  test('an optional field that is null counts as absent', async () => {
    const response = await started.complete({ max_tokens: 2, stop: null, temperature: null, seed: null });
    expect(response.status).toBe(200);
  });
});

describe('usage', () => {
  test('counts the tokens of the prompt and those generated', async () => {
    const ids = await started.engine.encode(started.model, PROMPT);
    const { usage } = await answerOf(await started.complete({ prompt: PROMPT, max_tokens: 9, seed: 3 }));
    expect(usage).toEqual({ prompt_tokens: ids.length, completion_tokens: 9, total_tokens: ids.length + 9 });
  });

  test('adds up over choices and counts the prompt once', async () => {
    const answer = await answerOf(
      await started.complete({ prompt: PROMPT, n: 5, max_tokens: 6, seed: 3, logprobs: 1 }),
    );
    const ids = await started.engine.encode(started.model, PROMPT);
    const generated = answer.choices.map(({ logprobs }) => logprobs?.token_ids?.length ?? 0);
    const completion = generated.reduce((sum, count) => sum + count, 0);
    expect(answer.usage).toEqual({
      prompt_tokens: ids.length,
      completion_tokens: completion,
      total_tokens: ids.length + completion,
    });
  });
});

describe('the stream', () => {
  test('has one chunk per token, and usage only in the last one', async () => {
    const response = await started.complete({ stream: true, max_tokens: 10, seed: 7 });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const chunks = await chunksOf(response);
    expect(chunks).toHaveLength(10);
    for (const chunk of chunks) {
      expect(Object.keys(chunk).sort()).toEqual(['choices', 'finish_reason', 'id', 'seed', 'token', 'usage']);
      expect(chunk.choices).toEqual([{ index: 0, text: chunk.token.text }]);
      expect(chunk.seed).toBe(7);
    }
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(
      chunks.slice(0, -1).every(({ usage, finish_reason }) => usage === null && finish_reason === null),
    ).toBe(true);
    expect(chunks.at(-1)).toMatchObject({ finish_reason: 'length', usage: { completion_tokens: 10 } });
  });

  test.each([
    { max_tokens: 30, seed: 7 },
    { max_tokens: 30, seed: 7, n: 4, temperature: 1.3 },
    { max_tokens: 60, seed: 8, stop: ['.', ' the'], n: 3 },
    { seed: 9, temperature: 0 },
    { max_tokens: 20, seed: 10, prompt: 'Ünïcödé 🌙 ' },
    { max_tokens: 30, seed: 11, n: 3, safety_model: 'inferdeck/guard-words' },
  ])('says the same as the JSON answer: %j', async (body) => {
    const answer = await answerOf(await started.complete({ ...body, logprobs: 1 }));
    const chunks = await chunksOf(await started.complete({ ...body, logprobs: 1, stream: true }));
    expect(chunks.at(-1)?.usage).toEqual(answer.usage);
    for (const [index, choice] of answer.choices.entries()) {
      const own = chunks.filter(({ choices }) => choices[0]?.index === index);
      expect(textOf(chunks, index)).toBe(choice.text);
      expect(own.map(({ token }) => token.id)).toEqual(choice.logprobs?.token_ids);
      expect(own.map(({ token }) => token.logprob)).toEqual(choice.logprobs?.token_logprobs);
      expect(own.at(-1)?.finish_reason).toBe(choice.finish_reason);
    }
  });

  test('keeps 128 choices apart', async () => {
    const chunks = await chunksOf(await started.complete({ stream: true, n: 128, max_tokens: 5, seed: 1 }));
    const finished = chunks.filter(({ finish_reason }) => finish_reason !== null);
    const indices = finished.map(({ choices }) => choices[0]?.index ?? -1);
    expect([...indices].sort((left, right) => left - right)).toEqual(
      Array.from({ length: 128 }, (_, index) => index),
    );
    expect(chunks.filter(({ usage }) => usage !== null)).toEqual([chunks.at(-1)]);
    expect(chunks.at(-1)?.usage?.completion_tokens).toBe(chunks.length);
    for (const index of indices) {
      const own = chunks.filter(({ choices }) => choices[0]?.index === index);
      expect(own.findIndex(({ finish_reason }) => finish_reason !== null)).toBe(own.length - 1);
    }
    expect(chunks.findIndex(({ choices }) => choices[0]?.index === 1)).toBeLessThan(chunks.length - 5);
  });
});

describe('echo', () => {
  const body = { prompt: PROMPT, echo: true, logprobs: 1, n: 2, max_tokens: 3, seed: 1 };

  test('begins each choice with the prompt and returns it separately, with logprobs if asked for', async () => {
    const { choices: generated } = await answerOf(await started.complete({ ...body, echo: false }));
    const ids = await started.engine.encode(started.model, PROMPT);
    const { prompt, choices, usage } = await answerOf(await started.complete(body));
    const [part] = prompt ?? [];
    expect(prompt).toHaveLength(1);
    expect(part?.logprobs?.token_ids).toEqual(ids);
    expect(part?.logprobs?.tokens?.join('')).toBe(PROMPT);
    for (const [index, { text, logprobs }] of choices.entries()) {
      const own = generated[index];
      expect(text).toBe(`${PROMPT}${own?.text}`);
      expect(logprobs?.tokens?.join('')).toBe(text);
      for (const list of ['token_ids', 'token_logprobs'] as const)
        expect(logprobs?.[list]).toEqual([
          ...(part?.logprobs?.[list] ?? []),
          ...(own?.logprobs?.[list] ?? []),
        ]);
    }
    expect(usage?.completion_tokens).toBe(6);
    const plain = await answerOf(await started.complete({ ...body, logprobs: 0 }));
    expect(plain.prompt).toEqual([{ text: PROMPT }]);
    expect(plain.choices.map(({ text }) => text)).toEqual(choices.map(({ text }) => text));
  });

  test.each([PROMPT, '', '\uD800 🌙'])(
    'gives the same in a stream, one chunk per token: %j',
    async (prompt) => {
      const { choices } = await answerOf(await started.complete({ ...body, prompt }));
      const chunks = await chunksOf(await started.complete({ ...body, prompt, stream: true }));
      for (const [index, { text, logprobs }] of choices.entries()) {
        const own = chunks.filter((chunk) => chunk.choices[0]?.index === index);
        expect(textOf(chunks, index)).toBe(text);
        expect(own.map(({ token }) => token.id)).toEqual(logprobs?.token_ids);
        expect(own.map(({ token }) => token.logprob)).toEqual(logprobs?.token_logprobs);
      }
    },
  );
});

test('stop ends the text before the sequence, even across tokens', async () => {
  const whole =
    (await answerOf(await started.complete({ temperature: 0, max_tokens: 40 }))).choices[0]?.text ?? '';
  const sequence = whole.slice(9, 14);
  const stopped = await answerOf(
    await started.complete({ temperature: 0, max_tokens: 40, stop: [sequence] }),
  );
  expect(stopped.choices[0]).toMatchObject({
    text: whole.slice(0, whole.indexOf(sequence)),
    finish_reason: 'stop',
  });
});

describe('the safety model', () => {
  const safety_model = 'inferdeck/guard-words';

  test('refuses a prompt with a word of its list, and only then', async () => {
    const refused = await started.complete({ prompt: 'The fox found a GUN.', safety_model, max_tokens: 1 });
    expect(refused.status).toBe(400);
    await expect(errorOf(refused)).resolves.toMatchObject({ param: 'prompt', code: 'content_blocked' });
    expect(
      (await started.complete({ prompt: 'The day had begun.', safety_model, max_tokens: 1 })).status,
    ).toBe(200);
    expect((await started.complete({ prompt: 'The fox found a GUN.', max_tokens: 1 })).status).toBe(200);
  });

  test('ends a choice before a word of its list, in JSON and in a stream', async () => {
    const ids = await started.engine.encode(started.model, ' kill');
    const logit_bias = Object.fromEntries(ids.map((id) => [String(id), 60]));
    // Some seed writes the word in some choices and not in others, whatever the weights are.
    const attempt = async (seed: number) => {
      const body = { prompt: '\n', n: 32, max_tokens: 8, seed, temperature: 2, logit_bias };
      const free = await answerOf(await started.complete(body));
      const blocked = free.choices.map(({ text }) => /\bkill\b/u.exec(text ?? '')?.index ?? -1);
      return { body, free, blocked, count: blocked.filter((position) => position >= 0).length };
    };
    let { body, free, blocked, count } = await attempt(1);
    for (let seed = 2; seed <= 50 && (count === 0 || count === blocked.length); seed += 1) {
      ({ body, free, blocked, count } = await attempt(seed));
    }
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(blocked.length);
    const guarded = await answerOf(await started.complete({ ...body, safety_model }));
    const streamed = await chunksOf(await started.complete({ ...body, safety_model, stream: true }));
    for (const [index, position] of blocked.entries()) {
      const whole = free.choices[index]?.text ?? '';
      const choice = guarded.choices[index];
      expect(choice?.text).toBe(position < 0 ? whole : whole.slice(0, position));
      expect(choice?.finish_reason).toBe(position < 0 ? 'length' : 'stop');
      expect(textOf(streamed, index)).toBe(choice?.text);
    }
    expect(streamed.at(-1)?.usage).toEqual(guarded.usage);
    expect(streamed.at(-1)?.usage?.completion_tokens).toBe(streamed.length);
  });
});

test('a run stops when its client leaves, and the others continue', () => {
  const stopFor = stopsUnder(new AbortController().signal);
  const client = new AbortController();
  const leaving = stopFor(client.signal);
  const staying = stopFor(new AbortController().signal);
  client.abort();
  expect([leaving.signal.aborted, staying.signal.aborted]).toEqual([true, false]);
});

test('every open run stops with the service, and a later one stops at once', () => {
  const cut = new AbortController();
  const stopFor = stopsUnder(cut.signal);
  const open = Array.from({ length: 20 }, () => stopFor(new AbortController().signal));
  cut.abort();
  expect(open.every(({ signal }) => signal.aborted)).toBe(true);
  expect(stopFor(new AbortController().signal).signal.aborted).toBe(true);
  expect(stopsUnder(new AbortController().signal)(AbortSignal.abort()).signal.aborted).toBe(true);
});

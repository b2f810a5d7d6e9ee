import OpenAI from 'openai';
import Together from 'together-ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gateToken, type Served, startServed } from '#service/testing/served.ts';

let served: Served;

beforeAll(async () => {
  served = await startServed({ faults: { slowMs: 1 } });
});

afterAll(() => served.close());

interface Body {
  readonly model?: string;
  readonly n?: number;
  readonly max_tokens?: number;
  readonly logit_bias?: Record<string, number>;
}

interface Options {
  readonly apiKey?: string;
  readonly timeout?: number;
}

const request = { model: 'inferdeck/tale-1m', prompt: 'Once upon a time', max_tokens: 12, seed: 5 };
/** Without the end token, so that nothing here ends by itself. */
const long = { max_tokens: 400, logit_bias: { '1023': -100 } };

function settings(options: Options) {
  const baseURL = `http://127.0.0.1:${served.port}/v1`;
  return { baseURL, apiKey: gateToken, maxRetries: 0, logLevel: 'off', ...options } as const;
}

/** Both SDKs, as far as these tests use them. */
const sdks = [
  {
    name: 'openai',
    errors: OpenAI,
    complete: (body: Body, options: Options = {}, signal?: AbortSignal): Promise<unknown> =>
      new OpenAI(settings(options)).completions.create({ ...request, ...body }, { signal }),
    stream: (body: Body): Promise<AsyncIterable<unknown>> =>
      new OpenAI(settings({})).completions.create({ ...request, ...body, stream: true }),
  },
  {
    name: 'together-ai',
    errors: Together,
    complete: (body: Body, options: Options = {}, signal?: AbortSignal): Promise<unknown> =>
      new Together(settings(options)).completions.create({ ...request, ...body }, { signal }),
    stream: (body: Body): Promise<AsyncIterable<unknown>> =>
      new Together(settings({})).completions.create({ ...request, ...body, stream: true }),
  },
] as const;

async function isFree(): Promise<boolean> {
  return (await served.engine.stats()).active === 0;
}

function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (reason: unknown) => reason,
  );
}

describe.each(sdks)('the $name SDK, unchanged', ({ complete, stream, errors }) => {
  test.each([
    [400, errors.BadRequestError, { param: 'prompt', type: 'invalid_request_error' }],
    [401, errors.AuthenticationError, { code: 'invalid_api_key', type: 'authentication_error' }],
    [404, errors.NotFoundError, { code: 'model_not_available', param: 'model' }],
    [429, errors.RateLimitError, { type: 'rate_limit_error' }],
    [503, errors.InternalServerError, { type: 'overloaded_error' }],
    [504, errors.InternalServerError, { type: 'timeout_error' }],
  ] as const)('reads the documented %i, in JSON and as a stream', async (status, kind, fields) => {
    const model = `inferdeck/fault-${status}`;
    for (const error of [await errorOf(complete({ model })), await errorOf(stream({ model }))]) {
      expect(error).toBeInstanceOf(kind);
      expect(error).toMatchObject({ status });
      for (const field of Object.values(fields)) expect(JSON.stringify(error)).toContain(field);
    }
  });

  test('reads how long to wait', async () => {
    const error = await errorOf(complete({ model: 'inferdeck/fault-429' }));
    const headers: unknown = error instanceof Error && 'headers' in error ? error.headers : null;
    expect(headers instanceof Headers && headers.get('retry-after')).toBe('7');
  });

  test('reads the refusal of a wrong key and of a wrong field', async () => {
    expect(await errorOf(complete({}, { apiKey: 'wrong' }))).toBeInstanceOf(errors.AuthenticationError);
    expect(await errorOf(complete({ n: 129 }))).toBeInstanceOf(errors.BadRequestError);
  });

  test('stops a stream by leaving the loop, which frees the engine', async () => {
    let chunks = 0;
    for await (const chunk of await stream(long)) {
      expect(chunk).toHaveProperty('choices');
      chunks += 1;
      if (chunks > 3) break;
    }
    await expect.poll(isFree).toBe(true);
  });

  test('stops a JSON answer by its signal, which frees the engine', async () => {
    const leaving = new AbortController();
    const error = errorOf(complete({ ...long, n: 32 }, {}, leaving.signal));
    await expect.poll(isFree).toBe(false);
    leaving.abort();
    expect(await error).toBeInstanceOf(errors.APIUserAbortError);
    await expect.poll(isFree).toBe(true);
  });

  test.each(['error-midway', 'cut', 'malformed'])(
    'gets an error for %s in the middle of a stream',
    async (name) => {
      const chunks: unknown[] = [];
      const reading = (async () => {
        for await (const chunk of await stream({ model: `inferdeck/fault-${name}` })) chunks.push(chunk);
      })();
      expect(await errorOf(reading)).toBeInstanceOf(Error);
      expect(chunks.length).toBeGreaterThan(3);
    },
  );

  test('gives up on an answer that never comes', async () => {
    const error = await errorOf(complete({ model: 'inferdeck/fault-silent' }, { timeout: 100 }));
    expect(error).toBeInstanceOf(errors.APIConnectionTimeoutError);
  });
});

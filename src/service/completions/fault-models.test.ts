import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import { ApiError, endStateOf } from '#api/errors.ts';
import type { StreamOptions } from '#api/stream.ts';
import { createListener } from '#service/http/listener.ts';
import { listen, type Listening } from '#service/http/server.ts';
import type { Service } from '#service/http/gate.ts';
import { createService } from '#service/service.ts';
import { type Started, startTestService, TOKEN } from '#service/testing/started.ts';
import { faultPrefix } from './fault-models.ts';

let started: Started;
let server: Listening;
let baseUrl = '';
let cut: AbortController;
/** Requests received and answers begun. */
let asked = 0;
let answered = 0;

function createWith(options: {
  readonly faults?: { readonly slowMs: number };
  readonly cut?: AbortSignal;
}): Service {
  const ownOrigins = [`http://127.0.0.1:${server.port}`];
  return createService({
    engine: started.engine,
    token: TOKEN,
    ownOrigins,
    pageAccess: 'same-origin',
    pace: null,
    ...options,
  });
}

beforeAll(async () => {
  started = await startTestService();
  server = await listen('127.0.0.1', 0);
  baseUrl = `http://127.0.0.1:${server.port}/v1`;
  cut = new AbortController();
  const service = createWith({ faults: { slowMs: 1 }, cut: cut.signal });
  server.serve(
    createListener(async (request) => {
      asked += 1;
      const response = await service.fetch(request);
      answered += 1;
      return response;
    }),
  );
});

afterAll(async () => {
  server.destroy();
  await server.stop();
  await started.engine.close();
});

const REQUEST = { prompt: 'Once upon a time', max_tokens: 20, seed: 3, logprobs: 1 };

/** The text that the real model writes for the request. */
async function realText(): Promise<string> {
  const client = createClient({ id: 'c', baseUrl, token: TOKEN });
  const { view } = await client.complete({ ...REQUEST, model: started.model });
  return view.pieces.map((piece) => piece.text).join('');
}

/** What our own client makes of a stream of a fault model. */
async function run(name: string, options: StreamOptions = {}) {
  const client = createClient({ id: 'c', baseUrl, token: TOKEN });
  const stream = client.streamCompletion({ ...REQUEST, model: `${faultPrefix}${name}` }, options);
  let text = '';
  let reads = 0;
  try {
    for (let step = await stream.next(); ; step = await stream.next()) {
      if (step.done === true) return { text, reads, state: step.value.state, error: null };
      reads += 1;
      for (const { chunk } of step.value.events) text += chunk.pieces.map((piece) => piece.text).join('');
    }
  } catch (error) {
    return { text, reads, state: endStateOf(error), error: error instanceof ApiError ? error : null };
  }
}

/** Short for what never comes, long for everything else. */
function timersFor(name: string): StreamOptions {
  const timers = { headersMs: 10_000, firstTokenMs: 10_000, idleMs: 10_000 };
  if (name === 'silent') return { timers: { ...timers, headersMs: 80 } };
  if (name === 'stall') return { timers: { ...timers, firstTokenMs: 80 } };
  return { timers: name === 'stall-midway' ? { ...timers, idleMs: 300 } : timers };
}

describe('streams end in the state they simulate and keep the text received', () => {
  test.each([
    ['400', 'failed', { status: 400, param: 'prompt', code: 'invalid_value' }],
    ['401', 'failed', { status: 401, type: 'authentication_error' }],
    ['404', 'failed', { status: 404, param: 'model', code: 'model_not_available' }],
    ['429', 'failed', { status: 429, retryAfterMs: 7_000, type: 'rate_limit_error' }],
    ['503', 'failed', { status: 503, type: 'overloaded_error' }],
    ['504', 'failed', { status: 504, type: 'timeout_error' }],
    ['silent', 'unanswered', { kind: 'network', code: 'connect_timeout' }],
    ['stall', 'stalled', { kind: 'cut', code: 'stalled' }],
    ['html', 'protocol-error', { kind: 'decode', code: 'not_an_api_answer' }],
    ['empty', 'protocol-error', { kind: 'decode', code: 'empty_answer' }],
  ])('%s: %s, without text', async (name, state, error) => {
    expect(await run(name, timersFor(name))).toMatchObject({ text: '', state, error });
  });

  test.each([
    ['stall-midway', 'stalled', { kind: 'cut', code: 'stalled' }],
    ['cut', 'interrupted', { kind: 'cut', code: 'body_cut' }],
    ['malformed', 'protocol-error', { kind: 'decode', code: 'malformed_event' }],
    ['error-midway', 'failed', { kind: 'http', status: 200, type: 'overloaded_error' }],
  ])('%s: %s, after real text', async (name, state, error) => {
    const outcome = await run(name, timersFor(name));
    expect(outcome).toMatchObject({ state, error });
    const whole = await realText();
    expect(outcome.text.length).toBeGreaterThan(5);
    expect(outcome.text.length).toBeLessThan(whole.length);
    expect(whole.startsWith(outcome.text)).toBe(true);
  });

  test.each([
    ['no-done', 'complete-unmarked'],
    ['no-finish', 'truncated'],
    ['slow', 'complete'],
  ])('%s: %s, with all of the text', async (name, state) => {
    expect(await run(name)).toMatchObject({ text: await realText(), state, error: null });
  });

  test('slow sends one event at a time', async () => {
    expect((await run('slow')).reads).toBeGreaterThanOrEqual(10);
  });
});

function complete(name: string, signal?: AbortSignal) {
  const client = createClient({ id: 'c', baseUrl, token: TOKEN });
  return client.complete({ ...REQUEST, model: `${faultPrefix}${name}` }, { signal });
}

describe('JSON answers fail as their model says', () => {
  test.each([
    ['429', { kind: 'http', status: 429 }],
    ['cut', { kind: 'cut' }],
    ['malformed', { kind: 'decode' }],
    ['error-midway', { kind: 'http', status: 200 }],
    ['html', { kind: 'decode' }],
    ['empty', { kind: 'decode' }],
  ])('%s', async (name, error) => {
    await expect(complete(name)).rejects.toMatchObject(error);
  });

  test.each(['no-done', 'no-finish', 'slow'])('%s leaves JSON answers unchanged', async (name) => {
    const { view } = await complete(name);
    expect(view.pieces.map(({ text }) => text).join('')).toBe(await realText());
  });

  test.each(['silent', 'stall', 'stall-midway'])('%s waits until the client leaves', async (name) => {
    await expect(complete(name, AbortSignal.timeout(60))).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('the engine is free again after every one of them', async () => {
  for (const name of ['stall', 'stall-midway', 'cut', 'malformed', 'error-midway', 'slow']) {
    await run(name, timersFor(name));
  }
  await expect.poll(async () => (await started.engine.stats()).active).toBe(0);
});

test('an invalid request gets its error from every fault model', async () => {
  const client = createClient({ id: 'c', baseUrl, token: TOKEN });
  const wrong = client.complete({ model: `${faultPrefix}cut`, prompt: 'x', n: 500 });
  await expect(wrong).rejects.toMatchObject({ status: 400, param: 'n' });
});

test('fault models are not listed, and an unknown one is an unknown model', async () => {
  const client = createClient({ id: 'c', baseUrl, token: TOKEN });
  const { items } = await client.listModels();
  expect(items.filter(({ id }) => id.startsWith(faultPrefix))).toEqual([]);
  expect(await run('nothing-of-the-kind')).toMatchObject({
    state: 'failed',
    error: { code: 'model_not_available' },
  });
  expect(await client.complete({ ...REQUEST, model: started.model })).toMatchObject({
    view: { pieces: [{}] },
  });
});

test('fault models that are switched off are unknown models', async () => {
  const service = createWith({});
  for (const name of ['400', '429', 'stall', 'slow', 'html']) {
    const body = JSON.stringify({ ...REQUEST, model: `${faultPrefix}${name}` });
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const response = await service.fetch(
      new Request(`${baseUrl}/completions`, { method: 'POST', headers, body }),
    );
    expect(response.status).toBe(404);
    await expect(response.json()).resolves.toMatchObject({ error: { code: 'model_not_available' } });
  }
});

test('a stop of the service ends a stall with the error event, and a silence with 503', async () => {
  const before = [asked, answered] as const;
  const runs = [run('stall'), run('stall-midway'), run('silent')];
  await expect.poll(() => [asked - before[0], answered - before[1]]).toEqual([3, 2]);
  cut.abort();
  const [stall, midway, silent] = await Promise.all(runs);
  expect(stall).toMatchObject({ state: 'failed', error: { code: 'shutting_down', status: 200 } });
  expect(midway).toMatchObject({ state: 'failed', error: { code: 'shutting_down', status: 200 } });
  expect(silent).toMatchObject({ state: 'failed', error: { code: 'shutting_down', status: 503 } });
});

import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '#service/engine/engine.ts';
import { createService } from '#service/service.ts';
import { chunksOf, errorOf, origin, startTestService, TOKEN } from '#service/testing/started.ts';

const limits = { completions: 3, choices: 6, firstTokenMs: 60_000 };
/** Ends only by length, which takes longer than any test at this pace. */
const long = { stream: true, max_tokens: 400, logit_bias: { 1023: -100 } };

async function startLimited() {
  const started = await startTestService({ limits: limits, pace: 0.1 });
  onTestFinished(() => started.engine.close());
  return started;
}

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(await errorOf(response)).toMatchObject({
    type: 'overloaded_error',
    code: 'overloaded',
    param: null,
  });
}

test('the service refuses requests above its limit and accepts again as soon as one ends', async () => {
  const started = await startLimited();
  const open = await Promise.all([1, 2, 3].map(() => started.complete(long)));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const stream of [true, false]) await expectRefused(await started.complete({ max_tokens: 1, stream }));
  await expectRefused(await started.complete({ max_tokens: -1 }));
  await open[1]?.body?.cancel();
  expect((await started.complete({ max_tokens: -1 })).status).toBe(400);
  expect((await started.complete({ model: 'nobody/nothing' })).status).toBe(404);
  expect((await started.complete({ max_tokens: 3 })).status).toBe(200);
  expect(await chunksOf(await started.complete({ max_tokens: 1, stream: true }))).toHaveLength(1);
  for (const { body } of open) await body?.cancel();
});

test('a full service refuses without reading the body', async () => {
  const started = await startLimited();
  const open = await Promise.all([1, 2, 3].map(() => started.complete(long)));
  let pulled = 0;
  const body = new ReadableStream({ pull: () => void (pulled += 1) }, { highWaterMark: 0 });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  await expectRefused(await started.service.fetch(new Request(`${origin}/v1/completions`, init)));
  expect(pulled).toBe(0);
  for (const { body: rest } of open) await rest?.cancel();
});

test('the total number of choices is limited, too', async () => {
  const started = await startLimited();
  await expectRefused(await started.complete({ n: 7, max_tokens: 1 }));
  const open = await started.complete({ ...long, n: 4 });
  await expectRefused(await started.complete({ n: 3, max_tokens: 1 }));
  expect((await started.complete({ n: 2, max_tokens: 1 })).status).toBe(200);
  await open.body?.cancel();
  expect((await started.complete({ n: 6, max_tokens: 1 })).status).toBe(200);
});

test('Retry-After of a refusal is half the time that completions take lately, or have taken so far', async () => {
  let now = 0;
  const started = await startTestService({ limits: limits, pace: 0.1, clock: () => now });
  onTestFinished(() => started.engine.close());
  const waits: (string | null)[] = [];
  for (const secondsTaken of [0, 120, 120, 36_000]) {
    const open = await Promise.all([1, 2, 3].map(() => started.complete(long)));
    now += secondsTaken * 1_000;
    for (const { body } of open) await body?.cancel();
    const fill = await started.complete({ ...long, n: 6 });
    waits.push((await started.complete({ max_tokens: 1 })).headers.get('retry-after'));
    now += 66_000;
    waits.push((await started.complete({ max_tokens: 1 })).headers.get('retry-after'));
    now -= 66_000;
    await fill.body?.cancel();
  }
  expect(waits).toEqual(['2', '33', '17', '33', '27', '33', '60', '60']);
});

test('a request that fails or leaves frees its place', async () => {
  const started = await startLimited();
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  for (let round = 0; round < 5; round++) {
    expect((await started.complete({ n: 4, max_tokens: 600 })).status).toBe(400);
    expect((await started.complete({ n: 4, max_tokens: 600, stream: true })).status).toBe(400);
    const body = JSON.stringify({
      ...long,
      model: started.model,
      prompt: 'Once',
      n: 4,
      stream: round % 2 === 0,
    });
    const left = new AbortController();
    const leaving = started.fetch('/v1/completions', { method: 'POST', headers, body, signal: left.signal });
    left.abort();
    await (await leaving).body?.cancel();
  }
  expect((await started.complete({ n: 6, max_tokens: 1 })).status).toBe(200);
});

const unused = () => Promise.reject(new Error('not asked for'));

test('a request without a first token in time is 504 and is stopped', async () => {
  let stopped = 0;
  const engine: Pick<Engine, 'models' | 'complete'> = {
    models: () => [
      { id: 'test/stuck', contextLength: 8, vocabSize: 8, parameterCount: 8, created: 0, description: '' },
    ],
    async *complete(_request, signal) {
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped += 1;
          reject(signal.reason);
        });
      });
      yield [];
    },
  };
  const failures: unknown[] = [];
  const service = createService({
    engine: {
      addModel: unused,
      loadModel: unused,
      removeModel: unused,
      encode: unused,
      stats: unused,
      close: unused,
      ...engine,
    },
    token: TOKEN,
    ownOrigins: [origin],
    pageAccess: 'same-origin',
    pace: null,
    onFailure: (error) => failures.push(error),
    limits: { completions: 1, choices: 1, firstTokenMs: 1 },
  });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  for (const stream of [true, false, true]) {
    const body = JSON.stringify({ model: 'test/stuck', prompt: '', stream });
    const response = await service.fetch(
      new Request(`${origin}/v1/completions`, { method: 'POST', headers, body }),
    );
    expect(response.status).toBe(504);
    expect(await errorOf(response)).toMatchObject({ type: 'timeout_error', code: 'timeout' });
  }
  expect(stopped).toBe(3);
  expect(failures).toEqual([]);
});

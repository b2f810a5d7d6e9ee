import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createClient } from '#api/client.ts';
import { createLocalServices } from '#api/testing/local-service.ts';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { scoreRequest, scoringOf } from './echo-score.ts';
import { createRequestSet } from './request-set.ts';
import { refusalsBefore } from './resumed-runs.ts';

const services = createLocalServices();
afterEach(services.closeAll);

const completion = { id: 'c', choices: [{ text: 'x', finish_reason: 'stop' }], usage: null };

/** Answers with these statuses in turn, one request at a time. */
async function open(statuses: readonly number[]) {
  let count = 0;
  const { connection, requests } = await services.serve((response) => {
    const status = statuses[count] ?? 200;
    count += 1;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? completion : { error: { message: 'Not now.' } }));
  });
  const slots = createStreamSlots(1);
  const set = createRequestSet(
    { key: 'test', schema: z.string() },
    {
      requestFrame: (callback) => void setImmediate(callback),
      slots,
    },
  );
  return { client: createClient(connection), set, requests };
}

function request(prompt: string) {
  return { model: 'm', prompt, stream: false };
}

test('only failed requests that may succeed are retried, each in its own place', async () => {
  const { client, set, requests } = await open([200, 503, 400, 200]);
  set.start(client, 'plan', ['a', 'b', 'c'].map(request));
  await expect.poll(() => set.current()?.runningCount).toBe(0);
  const [whole, busy, refused] = set.current()?.runs ?? [];

  set.again(client);
  await expect.poll(() => set.current()?.runningCount).toBe(0);
  const after = set.current()?.runs ?? [];
  expect(requests).toHaveLength(4);
  expect(after.map(({ request: { prompt } }) => prompt)).toEqual(['a', 'b', 'c']);
  expect(after[0]?.id).toBe(whole?.id);
  expect(after[1]?.id).not.toBe(busy?.id);
  expect(after[1]?.state).toMatchObject({ endState: 'complete' });
  expect(after[2]?.id).toBe(refused?.id);
});

test('what is meant is sent again, and nothing else', async () => {
  const { client, set, requests } = await open([200, 200]);
  set.start(client, 'plan', ['a', 'b'].map(request));
  await expect.poll(() => set.current()?.runningCount).toBe(0);
  const [one, other] = set.current()?.runs ?? [];
  set.again(client, ({ id }) => id === other?.id);
  await expect.poll(() => set.current()?.runningCount).toBe(0);
  expect(requests).toHaveLength(3);
  expect(set.current()?.runs[0]?.id).toBe(one?.id);
  expect(set.current()?.runs[1]?.id).not.toBe(other?.id);
});

test('refusals in a row are counted, so that the next guessed wait is longer', async () => {
  const { client, set } = await open([429, 429]);
  set.start(client, 'plan', [request('a')]);
  await expect.poll(() => set.current()?.runningCount).toBe(0);
  set.again(client);
  await expect.poll(() => set.current()?.runningCount).toBe(0);
  expect(refusalsBefore(set.current()?.runs[0]?.id ?? 0)).toBe(1);
});

/** Two at a time; requests stay open until the test answers. */
async function openScores() {
  const waiting: ServerResponse[] = [];
  const { connection, requests } = await services.serve((response) => void waiting.push(response));
  const slots = createStreamSlots(2);
  const set = createRequestSet(
    { key: 'test', schema: z.string() },
    {
      requestFrame: (callback) => void setImmediate(callback),
      slots,
    },
  );
  const runs = () => set.current()?.runs ?? [];
  return {
    client: createClient(connection),
    set,
    waiting,
    requests,
    runs,
    scorings: () => runs().map(scoringOf),
    queuedCount: () => runs().filter(({ state }) => state.phase === 'queued').length,
    ended: () => expect.poll(() => set.current()?.runningCount).toBe(0),
  };
}

function answer(response: ServerResponse | undefined): void {
  const logprobs = { tokens: ['ab'], token_logprobs: [-2] };
  response?.writeHead(200, { 'content-type': 'application/json' });
  response?.end(
    JSON.stringify({ id: 'c', prompt: [{ text: 'ab', logprobs }], choices: [{ text: 'x' }], usage: null }),
  );
}

const three = Array.from({ length: 3 }, () => scoreRequest('m', 'ab'));

test('scores appear in their places, and queued requests are counted', async () => {
  const { client, set, waiting, scorings, queuedCount, ended } = await openScores();
  set.start(client, 'first', three);
  set.start(client, 'second', three);
  expect(set.current()).toMatchObject({ plan: 'first', runningCount: 3 });
  expect(queuedCount()).toBe(1);
  await expect.poll(() => waiting.length).toBe(2);
  answer(waiting[0]);
  await expect.poll(() => waiting.length).toBe(3);
  expect(scorings().filter((scoring) => scoring !== null)).toHaveLength(1);
  expect([set.current()?.runningCount, queuedCount()]).toEqual([2, 0]);
  answer(waiting[1]);
  answer(waiting[2]);
  await ended();
  expect(set.current()?.plan).toBe('first');
  expect(scorings().map((scoring) => scoring?.ok)).toEqual([true, true, true]);
});

test('a stop keeps the scores received and sends nothing queued', async () => {
  const { client, set, waiting, requests, scorings, ended } = await openScores();
  set.start(client, 'first', three);
  await expect.poll(() => waiting.length).toBe(2);
  answer(waiting[0]);
  await expect.poll(() => set.current()?.runningCount).toBe(2);
  await expect.poll(() => waiting.length).toBe(3);
  set.stop();
  expect(set.current()?.runningCount).toBe(0);
  expect(scorings().filter((scoring) => scoring?.ok === true)).toHaveLength(1);
  expect(scorings().filter((scoring) => scoring?.ok === false)).toHaveLength(2);
  set.start(client, 'second', three);
  set.stop();
  await ended();
  expect(requests.length).toBeLessThanOrEqual(5);
});

test('failed texts are scored again alone, and the other scores stay', async () => {
  const { client, set, waiting, requests, runs, scorings, ended } = await openScores();
  set.start(client, 'first', three.slice(0, 2));
  await expect.poll(() => waiting.length).toBe(2);
  answer(waiting[0]);
  waiting[1]?.writeHead(503, { 'content-type': 'application/json' });
  waiting[1]?.end('{"error":{"message":"Not now."}}');
  await ended();
  const before = scorings();
  expect(before.map((scoring) => scoring?.ok)).toEqual([true, false]);

  set.again(client);
  await expect.poll(() => waiting.length).toBe(3);
  answer(waiting[2]);
  await ended();
  expect(requests).toHaveLength(3);
  expect(scorings()[0]).toBe(before[0]);
  expect(scorings()[1]?.ok).toBe(true);
  set.again(client);
  expect(runs()).toHaveLength(2);
  expect(requests).toHaveLength(3);
});

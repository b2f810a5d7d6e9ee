import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import { createLocalServices } from '#api/testing/local-services.ts';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { createRequestPool } from '#run/request-pool.ts';
import { createScoreBatch } from './score-batch.ts';

const services = createLocalServices();
afterEach(services.closeAll);

/** Requests stay open until the test answers; two at a time. */
async function open() {
  const waiting: ServerResponse[] = [];
  const { connection, requests } = await services.serve((response) => void waiting.push(response));
  const slots = createStreamSlots(2);
  const batch = createScoreBatch<string>(
    createRequestPool({ requestFrame: (callback) => void setImmediate(callback), slots }),
  );
  return { client: createClient(connection), batch, waiting, requests };
}

function answer(response: ServerResponse | undefined): void {
  const logprobs = { tokens: ['ab'], token_logprobs: [-2] };
  response?.writeHead(200, { 'content-type': 'application/json' });
  response?.end(
    JSON.stringify({ id: 'c', prompt: [{ text: 'ab', logprobs }], choices: [{ text: 'x' }], usage: null }),
  );
}

const tasks = Array.from({ length: 3 }, () => ({ model: 'm', text: 'ab' }));

test('results come into their places, and what waits in line is counted', async () => {
  const { client, batch, waiting } = await open();
  expect(batch.start(client, 'first', tasks)).toBe(true);
  expect(batch.start(client, 'second', tasks)).toBe(false);
  expect(batch.progress()).toEqual({ done: 0, queued: 1, all: 3 });
  await expect.poll(() => waiting.length).toBe(2);
  answer(waiting[0]);
  await expect.poll(() => waiting.length).toBe(3);
  expect(batch.progress()).toEqual({ done: 1, queued: 0, all: 3 });
  answer(waiting[1]);
  answer(waiting[2]);
  const ended = await batch.settled();
  expect(ended).toMatchObject({ subject: 'first', isRunning: false });
  expect(ended?.scorings.map((scoring) => scoring?.ok)).toEqual([true, true, true]);
});

test('a stop keeps what is there, and sends nothing that stood in line', async () => {
  const { client, batch, waiting, requests } = await open();
  batch.start(client, 'first', tasks);
  await expect.poll(() => waiting.length).toBe(2);
  answer(waiting[0]);
  await expect.poll(() => batch.progress().done).toBe(1);
  await expect.poll(() => waiting.length).toBe(3);
  batch.stop();
  const ended = await batch.settled();
  expect(ended?.scorings.filter((scoring) => scoring?.ok === true)).toHaveLength(1);
  expect(ended?.scorings.filter((scoring) => scoring?.ok === false)).toHaveLength(2);
  batch.start(client, 'second', tasks);
  batch.stop();
  await batch.settled();
  expect(requests.length).toBeLessThanOrEqual(5);
});

test('what failed is asked again by itself, and the other results stay', async () => {
  const { client, batch, waiting, requests } = await open();
  batch.start(client, 'first', tasks.slice(0, 2));
  await expect.poll(() => waiting.length).toBe(2);
  answer(waiting[0]);
  waiting[1]?.writeHead(503, { 'content-type': 'application/json' });
  waiting[1]?.end('{"error":{"message":"Not now."}}');
  const before = await batch.settled();
  expect(before?.scorings.map((scoring) => scoring?.ok)).toEqual([true, false]);

  batch.again(client);
  await expect.poll(() => waiting.length).toBe(3);
  answer(waiting[2]);
  const after = await batch.settled();
  expect(requests).toHaveLength(3);
  expect(after?.scorings[0]).toBe(before?.scorings[0]);
  expect(after?.scorings[1]?.ok).toBe(true);
  batch.again(client);
  expect(batch.runs()).toHaveLength(2);
  expect(requests).toHaveLength(3);
});

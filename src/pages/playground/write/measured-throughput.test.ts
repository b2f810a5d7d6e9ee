import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { throughputOf, useThroughput } from '#pricing/throughput.ts';
import { createRequestPool, onRunEnded, type RequestPool } from '#run/request-pool.ts';
import { createHeldServices, request } from '#run/testing/held-service.ts';
import { noteMeasured } from './measured-throughput.ts';

const { hold, closeAll } = createHeldServices();
onRunEnded(noteMeasured);
afterEach(async () => {
  useThroughput.setState({ samples: [] });
  await closeAll();
});

const newPool = () =>
  createRequestPool({ requestFrame: (callback) => void setImmediate(callback), slots: createStreamSlots(4) });

const token = (index: number) =>
  `data: ${JSON.stringify({
    token: { id: index, text: 'x', logprob: -1, special: false },
    choices: [{ index: 0, text: 'x' }],
  })}\n\n`;

/** Sends one token first, and the others once the page has received it. */
async function answerSlowly(
  pool: RequestPool,
  id: number,
  response: ServerResponse | undefined,
  count: number,
) {
  response?.writeHead(200, { 'content-type': 'text/event-stream' });
  response?.write(token(0));
  await expect.poll(() => pool.get(id)?.recording.tokenCount).toBe(1);
  for (let index = 1; index < count; index += 1) response?.write(token(index));
  response?.end('data: [DONE]\n\n');
  await pool.ended(id);
}

test('the throughput of every run is recorded when it ends, whichever view started it', async () => {
  const { client, open } = await hold();
  const pool = newPool();
  const ids = [pool.start(client, request), pool.start(client, request)];
  await expect.poll(() => open.length).toBe(2);
  for (const [index, id] of ids.entries()) await answerSlowly(pool, id, open[index], 80);
  await expect.poll(() => useThroughput.getState().samples.length).toBe(2);
  const { samples } = useThroughput.getState();
  expect(samples.map(({ model, tokens, choices }) => [model, tokens, choices])).toEqual([
    ['m', 79, 1],
    ['m', 79, 1],
  ]);
  expect(throughputOf(samples, client.serviceKey(), 'm')?.sampleCount).toBe(2);
});

test('a throughput is recorded under the service’s name in the answer', async () => {
  const { client, open } = await hold();
  const pool = newPool();
  let key = 'server';
  const id = pool.start({ ...client, serviceKey: () => key }, request);
  await expect.poll(() => open.length).toBe(1);
  key = 'server api.example';
  await answerSlowly(pool, id, open[0], 80);
  await expect
    .poll(() => useThroughput.getState().samples.map(({ serviceKey }) => serviceKey))
    .toEqual([key]);
});

test('a short answer and an echoed prompt do not count for throughput', async () => {
  const { client, open } = await hold();
  const pool = newPool();
  const short = pool.start(client, request);
  const echoed = pool.start(client, { ...request, echo: true });
  const whole = pool.start(client, request);
  await expect.poll(() => open.length).toBe(3);
  await answerSlowly(pool, short, open[0], 20);
  await answerSlowly(pool, echoed, open[1], 80);
  await answerSlowly(pool, whole, open[2], 60);
  await expect.poll(() => useThroughput.getState().samples.map(({ tokens }) => tokens)).toEqual([59]);
});

test('pieces that may hold several tokens measure nothing', async () => {
  const { client, open } = await hold();
  const pool = newPool();
  const id = pool.start(client, request);
  await expect.poll(() => open.length).toBe(1);
  const pieces = `data: ${JSON.stringify({ choices: [{ index: 0, text: ' a b c' }] })}\n\n`;
  open[0]?.writeHead(200, { 'content-type': 'text/event-stream' });
  open[0]?.write(pieces);
  await expect.poll(() => pool.get(id)?.recording.tokenCount).toBe(1);
  open[0]?.end(`${pieces.repeat(80)}data: [DONE]\n\n`);
  await pool.ended(id);
  expect(pool.get(id)?.recording.tokenCount).toBe(81);
  expect(useThroughput.getState().samples).toEqual([]);
});

import { Agent, type IncomingMessage, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { answerTo } from '#service/testing/raw-call.ts';
import { hosted } from '#service/proxy/testing/hosted.ts';
import { startDialect } from '#service/proxy/testing/dialect-server.ts';
import { frontToken, startFront } from '#service/proxy/testing/front.ts';
import { gateToken, startServed } from '#service/testing/served.ts';

const CROWD = 500;

const closings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

function open(port: number, token: string, body: object): Promise<IncomingMessage> {
  const client = request({
    agent: new Agent(),
    host: '127.0.0.1',
    port,
    path: '/v1/completions',
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  client.on('error', () => {});
  client.end(JSON.stringify(body));
  return answerTo(client);
}

/** All events of a stream. */
async function eventsOf(answer: IncomingMessage): Promise<readonly string[]> {
  let text = '';
  for await (const part of answer) text += String(part);
  return text.split('\n\n').filter((event) => event !== '');
}

const crowd = Array.from({ length: CROWD }, (_, position) => position);

test('five hundred streams at once are neither lost nor mixed up', async () => {
  const served = await startServed();
  closings.push(() => served.close());
  const streams = await Promise.all(
    crowd.map(async (position) => {
      const body = { model: served.model, prompt: 'Once', max_tokens: 12, seed: position % 50, stream: true };
      const answer = await open(served.port, gateToken, body);
      return { status: answer.statusCode, events: await eventsOf(answer) };
    }),
  );
  const texts = new Map<number, string>();
  for (const [position, { status, events }] of streams.entries()) {
    expect(status).toBe(200);
    expect(events.at(-1)).toBe('data: [DONE]');
    const text = [...events.join('\n').matchAll(/"choices":\[\{"index":0,"text":("(?:[^"\\]|\\.)*")/gu)]
      .map(([, piece]) => piece)
      .join('');
    // The same seed gives the same text, whatever else runs.
    expect(texts.get(position % 50) ?? text).toBe(text);
    texts.set(position % 50, text);
  }
  expect(new Set(texts.values()).size).toBeGreaterThan(20);
  expect(served.failures).toEqual([]);
});

test('five hundred stalled streams block no other request and leave nothing behind', async () => {
  const served = await startServed({ faults: { slowMs: 1 } });
  closings.push(() => served.close());
  const body = { model: 'inferdeck/fault-stall-midway', prompt: 'Once', max_tokens: 12, stream: true };
  const stalled = await Promise.all(crowd.map(() => open(served.port, gateToken, body)));
  expect(stalled.every(({ statusCode }) => statusCode === 200)).toBe(true);
  const answer = await open(served.port, gateToken, { model: served.model, prompt: 'Once', max_tokens: 2 });
  expect(answer.statusCode).toBe(200);
  answer.resume();
  for (const each of stalled) each.destroy();
  await expect.poll(async () => (await served.engine.stats()).active).toBe(0);
  expect(served.failures).toEqual([]);
});

test('five hundred streams from a hosted service arrive complete', async () => {
  const upstream = await startDialect(hosted, () => new Promise((resolve) => setTimeout(resolve, 20)));
  closings.push(() => upstream.close());
  const front = await startFront(upstream.baseUrl);
  closings.push(() => front.close());
  const body = { model: 'm', prompt: 'Once', stream: true };
  const asked = { model: 'm', prompt: 'Once', n: 1, withLogprobs: false, withUsage: false };
  const whole = hosted.stream(asked).map((event) => event.trim());
  const streams = await Promise.all(
    crowd.map(async () => eventsOf(await open(front.port, frontToken, body))),
  );
  for (const events of streams) expect(events).toEqual(whole);
  expect(front.failures).toEqual([]);
  expect(front.breaks).toEqual([]);
});

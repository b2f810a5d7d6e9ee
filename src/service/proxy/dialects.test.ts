import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import type { StreamEnd, StreamEvent } from '#api/stream.ts';
import {
  startDialect,
  upstreamKey,
  type Dialect,
  TOKENS,
  createSteps,
} from '#service/proxy/testing/dialect-server.ts';
import { frontToken, startFront } from '#service/proxy/testing/front.ts';
import { hosted } from '#service/proxy/testing/hosted.ts';
import { llamaCpp } from '#service/proxy/testing/llama-cpp.ts';
import { createRunning } from '#service/proxy/testing/running.ts';
import { vllm } from '#service/proxy/testing/vllm.ts';

const { keep, closeAll } = createRunning();
afterEach(closeAll);

async function start(dialect: Dialect, before?: (position: number) => Promise<void>) {
  const server = await keep(startDialect(dialect, before));
  const front = await keep(startFront(server.baseUrl));
  const direct = (path: string, init: RequestInit = {}) =>
    fetch(`${server.baseUrl}${path}`, { ...init, headers: { authorization: `Bearer ${upstreamKey}` } });
  return { server, front, direct };
}

const bodies = [
  { stream: true },
  { stream: true, n: 3, logprobs: 1 },
  { stream: true, logprobs: 1, stream_options: { include_usage: true } },
  { logprobs: 1, n: 2 },
];

/** Everything that our own client makes of a stream. */
async function readStream(connection: { readonly baseUrl: string; readonly token: string }, n: number) {
  const client = createClient({ id: 'c', ...connection });
  const stream = client.streamCompletion({ model: 'm', prompt: 'Once', n, logprobs: 1 });
  const events: StreamEvent[] = [];
  let end: StreamEnd | null = null;
  for (let step = await stream.next(); end === null; step = await stream.next()) {
    if (step.done === true) end = step.value;
    else events.push(...step.value.events);
    if (step.done === true) break;
  }
  return { events, end };
}

describe.each([hosted, vllm, llamaCpp])('$name', (dialect) => {
  test('every answer comes through byte for byte, with its type', async () => {
    const { front, direct } = await start(dialect);
    for (const rest of bodies) {
      const body = { model: 'm', prompt: 'Once', ...rest };
      const there = await direct('/completions', { method: 'POST', body: JSON.stringify(body) });
      const here = await front.complete(rest);
      expect(here.status).toBe(200);
      expect(here.headers.get('content-type')).toBe(there.headers.get('content-type'));
      expect(await here.text()).toBe(await there.text());
    }
    const models = await front.ask('/models');
    expect(await models.text()).toBe(await (await direct('/models')).text());
    expect(front.failures).toEqual([]);
  });

  test('the own client reads the same through the proxy as directly, to a complete end', async () => {
    const { server, front } = await start(dialect);
    for (const n of [1, 3]) {
      const there = await readStream({ baseUrl: server.baseUrl, token: upstreamKey }, n);
      const here = await readStream({ baseUrl: front.baseUrl, token: frontToken }, n);
      expect(here).toEqual(there);
      expect(here.end?.state).toBe('complete');
      const pieces = here.events.flatMap(({ chunk }) => chunk.pieces);
      for (let index = 0; index < n; index += 1) {
        const own = pieces.filter((piece) => piece.index === index);
        expect(own.map(({ text }) => text).join('')).toBe(TOKENS.join(''));
      }
    }
  });

  test('the own client reads the list of models and a JSON answer', async () => {
    const { front } = await start(dialect);
    const client = createClient({ id: 'c', baseUrl: front.baseUrl, token: frontToken });
    const models = await client.listModels();
    expect(models.items.length).toBeGreaterThan(0);
    const { view } = await client.complete({ model: 'm', prompt: 'Once', logprobs: 1 });
    expect(view.pieces.map(({ text }) => text)).toEqual([TOKENS.join('')]);
  });

  test('an event arrives before the next one is sent', async () => {
    const steps = createSteps();
    const { front } = await start(dialect, steps.before);
    const answer = await front.complete({ stream: true });
    const reader = answer.body?.getReader();
    let text = '';
    let events = 0;
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      text += new TextDecoder().decode(read.value);
      const arrived = text.split('\n\n').length - 1;
      // One event at a time: the server writes no other until this one has arrived.
      expect(arrived).toBe(events + 1);
      steps.next();
      events = arrived;
    }
    expect(text).toBe(
      dialect.stream({ model: 'm', prompt: 'Once', n: 1, withLogprobs: false, withUsage: false }).join(''),
    );
  });

  test('an error passes through with status, body and Retry-After', async () => {
    const { front } = await start(dialect);
    const answer = await front.complete({ prompt: 'refuse', stream: true });
    expect(answer.status).toBe(dialect.refused.status);
    expect(await answer.text()).toBe(dialect.refused.body);
    for (const [name, value] of Object.entries(dialect.refused.headers ?? {})) {
      expect(answer.headers.get(name)).toBe(value);
    }
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import { endStateOf } from '#api/errors.ts';
import type { Socket } from 'node:net';
import { frontToken, startFront } from '#service/proxy/testing/front.ts';
import { chunkedHead, chunkOf, lastChunk, startRaw } from '#service/proxy/testing/raw-upstream.ts';
import { createRunning } from '#service/proxy/testing/running.ts';

const { keep, closeAll } = createRunning();
afterEach(closeAll);

const event = 'data: {"id":"a","choices":[{"index":0,"text":"kept"}],"usage":null}\n\n';
const stream = chunkedHead('text/event-stream; charset=utf-8');

async function behind(answer: (socket: Socket) => void) {
  const upstream = await keep(startRaw(answer));
  return keep(startFront(upstream.baseUrl));
}

/** Ends the connection as a crash or a lost network does. */
function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

const waysToDie = [
  ['by a reset', reset],
  ['by an early close', (socket: Socket) => socket.end()],
] as const;

describe.each(waysToDie)('a stream that the service breaks off %s', (_name, die) => {
  test.each([
    ['between two events', event],
    ['within an event', `${event}data: {"id":"a","choi`],
    ['within a character', `${event}data: \u00c3`],
    ['after half a line end', `${event}data: {"id":"b","choices":[]}\r\n\r`],
  ])('%s ends with an error event that says so, and without [DONE]', async (_place, bytes) => {
    const front = await behind((socket) =>
      socket.write(`${stream}${chunkOf(bytes)}`, () => setImmediate(() => die(socket))),
    );
    const text = await (await front.complete({ stream: true })).text();
    expect(text.startsWith(event)).toBe(true);
    expect(text).toMatch(
      /[\r\n]data: \{"error":\{"message":"127\.0\.0\.1:\d+ broke off its answer\.","type":"server_error","param":null,"code":"upstream_cut"\}\}\n\n$/u,
    );
    expect(text).not.toContain('[DONE]');
    expect(front.breaks).toEqual(['ECONNRESET']);
    expect(front.failures).toEqual([]);
  });

  test('is a failure in the own client, which keeps the text', async () => {
    const front = await behind((socket) =>
      socket.write(`${stream}${chunkOf(`${event}data: {"id`)}`, () => setImmediate(() => die(socket))),
    );
    const client = createClient({ id: 'c', baseUrl: front.baseUrl, token: frontToken });
    let text = '';
    const reading = (async () => {
      for await (const { events } of client.streamCompletion({ model: 'm', prompt: 'Once' })) {
        for (const { chunk } of events) text += chunk.pieces.map((piece) => piece.text).join('');
      }
    })();
    const error = await reading.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(text).toBe('kept');
    expect(endStateOf(error)).toBe('failed');
    expect(error).toMatchObject({ kind: 'http', code: 'upstream_cut' });
  });

  test('but only after [DONE] ends normally', async () => {
    const whole = `${event}data: [DONE]\n\n`;
    const front = await behind((socket) =>
      socket.write(`${stream}${chunkOf(whole)}`, () => setImmediate(() => die(socket))),
    );
    expect(await (await front.complete({ stream: true })).text()).toBe(whole);
    expect(front.breaks).toEqual([]);
  });

  test('before its first event still ends with the error event', async () => {
    const front = await behind((socket) => socket.write(stream, () => setImmediate(() => die(socket))));
    expect(await (await front.complete({ stream: true })).text()).toMatch(/^data: \{"error":.*\}\n\n$/u);
  });

  test('before its header is 502', async () => {
    const front = await behind(die);
    const answer = await front.complete({ stream: true });
    expect(answer.status).toBe(502);
    await expect(answer.json()).resolves.toMatchObject({
      error: { code: 'upstream_unreachable', type: 'server_error' },
    });
  });

  test('within a JSON answer is 502, without a partial answer', async () => {
    const type = 'Content-Type: application/json; charset=utf-8';
    const head = `HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: 500\r\n\r\n`;
    const front = await behind((socket) =>
      socket.write(`${head}{"id":"a","choices":[`, () => setImmediate(() => die(socket))),
    );
    const answer = await front.complete({});
    expect(answer.status).toBe(502);
    await expect(answer.json()).resolves.toMatchObject({ error: { code: 'upstream_cut' } });
  });

  test('in an answer that is not an event stream breaks off for the client, too', async () => {
    const front = await behind((socket) =>
      socket.write(`${chunkedHead('text/plain')}${chunkOf('half')}`, () => setImmediate(() => die(socket))),
    );
    const answer = await front.complete({ stream: true });
    await expect(answer.text()).rejects.toThrow();
  });
});

test('a stream that ends by itself without [DONE] is passed through unchanged', async () => {
  for (const bytes of [event, `${event}data: {"half`, '']) {
    const front = await behind((socket) =>
      socket.end(`${stream}${bytes === '' ? '' : chunkOf(bytes)}${lastChunk}`),
    );
    expect(await (await front.complete({ stream: true })).text()).toBe(bytes);
  }
});

test('a mid-stream error event and the [DONE] after it are passed through unchanged', async () => {
  const bytes = `${event}data: {"error":{"message":"out of memory","type":"server_error"}}\n\ndata: [DONE]\n\n`;
  const front = await behind((socket) => socket.end(`${stream}${chunkOf(bytes)}${lastChunk}`));
  expect(await (await front.complete({ stream: true })).text()).toBe(bytes);
});

test('a service that falls silent times out with an error event', async () => {
  const upstream = await keep(startRaw((socket) => socket.write(`${stream}${chunkOf(event)}`)));
  const timeouts = { connectMs: 1_000, readMs: 40, generateMs: 40 };
  const front = await keep(startFront(upstream.baseUrl, { timeouts }));
  const text = await (await front.complete({ stream: true })).text();
  expect(text).toMatch(
    /data: \{"error":\{"message":"[\d.:]+ fell silent within its answer\.","type":"timeout_error".*\}\n\n$/u,
  );
});

test('a stop of this server ends an open stream with its own error event', async () => {
  const front = await behind((socket) => socket.write(`${stream}${chunkOf(event)}`));
  const answer = await front.complete({ stream: true });
  front.cut();
  const text = await answer.text();
  expect(text).toMatch(/data: \{"error":\{.*"code":"shutting_down"\}\}\n\n$/u);
  expect((await front.complete({ stream: true })).status).toBe(503);
});

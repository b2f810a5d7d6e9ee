import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { createListener } from './listener.ts';
import { type ConnectionLimits, listen, type Listening } from './server.ts';

let server: Listening | null = null;

afterEach(async () => {
  server?.destroy();
  await server?.stop();
  server = null;
});

async function serve(answer: () => Response, limits?: Partial<ConnectionLimits>): Promise<number> {
  server = await listen('127.0.0.1', 0, limits);
  server.serve(createListener(() => Promise.resolve(answer())));
  return server.port;
}

async function raw(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  return text(socket);
}

const bytes = (characters: string) => new TextEncoder().encode(characters);

function bodyOf(...parts: readonly (string | Error)[]): ReadableStream<Uint8Array> {
  const rest = [...parts];
  return new ReadableStream({
    pull(controller) {
      const part = rest.shift();
      if (part === undefined) controller.close();
      else if (part instanceof Error) controller.error(part);
      else controller.enqueue(bytes(part));
    },
  });
}

test.each([
  ['at once', []],
  ['after a part', ['data: a\n\n']],
])('a body that fails %s is broken off; neither client nor console learns why', async (_name, before) => {
  const printed = vi.spyOn(console, 'error');
  const type = { headers: { 'content-type': 'text/event-stream' } };
  const port = await serve(() => new Response(bodyOf(...before, new Error('a secret')), type));
  const answer = await raw(port);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
  for (const part of before) expect(answer).toContain(part);
  expect(answer).not.toContain('secret');
  expect(answer).not.toMatch(/\r\n0\r\n\r\n$/u);
  expect(printed).not.toHaveBeenCalled();
});

test('the header of an event stream leaves before its first event is there', async () => {
  const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const port = await serve(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  const { headers, body: received } = await fetch(`http://127.0.0.1:${port}/`);
  expect(headers.get('content-type')).toBe('text/event-stream');
  void writable.getWriter().write(bytes('data: a\n\n'));
  const reader = received?.getReader();
  await expect(reader?.read()).resolves.toMatchObject({ value: bytes('data: a\n\n') });
  await reader?.cancel();
});

test('a body is asked for no faster than its reader takes it', async () => {
  let asked = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        asked += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
  const port = await serve(() => new Response(endless()));
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(socket, 'readable');
  let before = -1;
  while (asked !== before) {
    before = asked;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // What lies in the buffers of two sockets, and no more.
  expect(asked).toBeLessThan(500);
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
});

test('a client that reads nothing of its answer is given up', async () => {
  const events = new EventTarget();
  const cancelled = once(events, 'cancelled');
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => {
      events.dispatchEvent(new Event('cancelled'));
    },
  });
  const port = await serve(() => new Response(endless), { stallMs: 100 });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await expect(cancelled).resolves.toHaveLength(1);
  socket.destroy();
});

test('an answer that falls silent for longer than that is waited for', async () => {
  const stallMs = 50;
  let parts = 0;
  const slow = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (parts > 0) await new Promise((resolve) => setTimeout(resolve, 4 * stallMs));
      parts += 1;
      controller.enqueue(bytes('part '));
      if (parts === 3) controller.close();
    },
  });
  const port = await serve(() => new Response(slow), { stallMs });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await expect(answer.text()).resolves.toBe('part part part ');
});

test('a client that leaves is heard by the body', async () => {
  const events = new EventTarget();
  const cancelled = once(events, 'cancelled');
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes('data: a\n\n')),
    cancel: () => {
      events.dispatchEvent(new Event('cancelled'));
    },
  });
  const port = await serve(() => new Response(body));
  const leaving = new AbortController();
  await fetch(`http://127.0.0.1:${port}/`, { signal: leaving.signal });
  leaving.abort();
  await expect(cancelled).resolves.toHaveLength(1);
});

test('several cookies stay several', async () => {
  const headers = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ]);
  const port = await serve(() => new Response(null, { status: 204, headers }));
  expect((await fetch(`http://127.0.0.1:${port}/`)).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { createListener, checkRawRequest } from './listener.ts';
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
])(
  'a body that fails %s is broken off, and the cause reaches neither client nor console',
  async (_name, before) => {
    const printed = vi.spyOn(console, 'error');
    const type = { headers: { 'content-type': 'text/event-stream' } };
    const port = await serve(() => new Response(bodyOf(...before, new Error('a secret')), type));
    const answer = await raw(port);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
    for (const part of before) expect(answer).toContain(part);
    expect(answer).not.toContain('secret');
    expect(answer).not.toMatch(/\r\n0\r\n\r\n$/u);
    expect(printed).not.toHaveBeenCalled();
  },
);

test('the header of an event stream is sent before its first event', async () => {
  const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const port = await serve(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  const { headers, body: received } = await fetch(`http://127.0.0.1:${port}/`);
  expect(headers.get('content-type')).toBe('text/event-stream');
  void writable.getWriter().write(bytes('data: a\n\n'));
  const reader = received?.getReader();
  await expect(reader?.read()).resolves.toMatchObject({ value: bytes('data: a\n\n') });
  await reader?.cancel();
});

test('a body is pulled no faster than its reader takes it', async () => {
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
  // No more than fits into the buffers of two sockets.
  expect(asked).toBeLessThan(500);
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
});

test('a body that often waits for its reader leaves no listener behind', async () => {
  let outgoing: ServerResponse | null = null;
  const counts: number[] = [];
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        counts.push((outgoing?.listenerCount('close') ?? 0) + (outgoing?.listenerCount('drain') ?? 0));
        if (counts.length === 50) controller.close();
        else controller.enqueue(new Uint8Array(262_144));
      },
    });
  const listener = createListener(() => Promise.resolve(new Response(body())));
  server = await listen('127.0.0.1', 0);
  server.serve((incoming, answer) => {
    outgoing = answer;
    return listener(incoming, answer);
  });
  await (await fetch(`http://127.0.0.1:${server.port}/`)).arrayBuffer();
  expect(counts).toHaveLength(50);
  // Two while it waits, and one until the end.
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(3);
});

test('the address of the connection is passed on', async () => {
  server = await listen('127.0.0.1', 0);
  server.serve(createListener((_, address) => Promise.resolve(new Response(address))));
  expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('127.0.0.1');
});

test('a client that reads nothing of its answer is dropped', async () => {
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

test('an answer may pause for longer than that', async () => {
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

test('a client that leaves cancels the body', async () => {
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

test('several cookies stay separate', async () => {
  const headers = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ]);
  const port = await serve(() => new Response(null, { status: 204, headers }));
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, ['a=1', 'b=2']]);
});

const host = ['Host', '127.0.0.1:4173'];

function codeOf(target: string, rawHeaders: readonly string[] = host): string | null {
  return checkRawRequest({ target, rawHeaders })?.details.code ?? null;
}

test.each([
  '/',
  '/v1/models',
  '/v1/hardware?model=inferdeck%2Ftale-1m',
  '/fine-tunes/inferdeck%2Ftale-1m',
  '/jobs/a%2fb/',
  '/assets/index-Bx_1.js',
  '/playground?prompt=a//b&x=%2e%2e',
  '/v1/jobs/a..b',
  '/v1/jobs/..b',
  '/v1/jobs/b..',
  '/v1/jobs/...',
  '/v1/jobs/~a!b',
])('a plain path passes: %s', (target) => {
  expect(codeOf(target)).toBeNull();
});

test.each([
  '',
  '*',
  'v1/models',
  'http://127.0.0.1:4173/v1/models',
  'http://evil.example/v1/models',
  '//evil.example/v1/models',
  '/v1//models',
  '/v1/models//',
  '/v1/../v1/models',
  '/v1/./models',
  '/..',
  '/.',
  '/..?x',
  '/v1/.?x',
  '/v1/%2e%2e/models',
  '/v1/%2E/models',
  '/v1/.%2e/models',
  '/v1%2fmodels',
  '/v1%2Fmodels',
  '/fine-tunes%2Fa',
  '/fine-tunes/a%2F/b',
  '/fine-tunes/%2e%2e',
  '/v1\\models',
  '/v1/%5c../models',
  '/v1/models%00',
  '/v1/models#part',
  '/v1/models?x#part',
  '/v1/mod els',
  '/v1/models\u0000',
  '/v1/models\u007F',
  '/v1/m\u00F6dels',
])('a target with an ambiguous path is refused: %j', (target) => {
  expect(codeOf(target)).toBe('bad_target');
});

test('encoded slashes, NUL and characters that need no encoding are refused', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    const encoded = `%${byte.toString(16).padStart(2, '0')}`;
    const expected = /^[\0/\\\-._~0-9A-Za-z]$/u.test(String.fromCodePoint(byte)) ? 'bad_target' : null;
    const targets = [encoded, encoded.toUpperCase(), `?a=${encoded}`].map((end) => `/v1/jobs/a${end}`);
    expect([encoded, ...targets.map((target) => codeOf(target))]).toEqual([
      encoded,
      expected,
      expected,
      null,
    ]);
  }
});

test('exactly one Host header is needed', () => {
  expect(codeOf('/', [])).toBe('bad_host');
  expect(codeOf('/', [...host, 'host', 'evil.example'])).toBe('bad_host');
  expect(codeOf('/', [...host, 'X-Forwarded-Host', 'evil.example'])).toBeNull();
  expect(checkRawRequest({ target: '/', rawHeaders: [] })?.details.param).toBe('Host');
});

test('only the names of headers count, not their values', () => {
  expect(codeOf('/', [...host, 'X-Names', 'host', 'Connection', 'upgrade'])).toBeNull();
  expect(codeOf('/', ['X-Names', 'Host'])).toBe('bad_host');
});

test.each([
  ['//', host],
  ['/', []],
  ['/', [...host, 'Upgrade', 'h2c']],
])('a malformed request is 400 with a message: %j and %j', (target, rawHeaders) => {
  const refusal = checkRawRequest({ target, rawHeaders });
  expect(refusal?.status).toBe(400);
  expect(refusal?.message).toMatch(/^[A-Z].{10,}\.$/u);
});

test('an upgrade is refused, and the connection closed', () => {
  const refusal = checkRawRequest({ target: '/v1/models', rawHeaders: [...host, 'UPGRADE', 'websocket'] });
  expect(refusal?.status).toBe(400);
  expect(refusal?.details).toMatchObject({
    code: 'upgrade_refused',
    param: 'Upgrade',
    headers: { Connection: 'close' },
  });
});

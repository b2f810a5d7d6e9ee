import { once } from 'node:events';
import { request } from 'node:http';
import { connect, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { createListener, type Fetch } from './listener.ts';
import { listen, type Listening } from './server.ts';

let server: Listening | null = null;

afterEach(async () => {
  server?.destroy();
  await server?.stop();
  server = null;
});

async function serve(fetch: Fetch): Promise<number> {
  server = await listen('127.0.0.1', 0);
  server.serve(createListener(fetch));
  return server.port;
}

/** Sends raw bytes and returns everything received until the connection ends. */
async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

const hello: Fetch = () => Promise.resolve(new Response('hello'));
const close = 'Connection: close\r\n\r\n';

test('a request before the service is ready is 503 with Retry-After', async () => {
  server = await listen('127.0.0.1', 0);
  const answer = await sendRaw(server.port, `GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\n${close}`);
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 1\r\n.*"code":"starting"/su);
});

test('a page opened before the service is ready says so, and loads again', async () => {
  server = await listen('127.0.0.1', 0);
  const navigation = `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html,*/*\r\n${close}`;
  const answer = await sendRaw(server.port, navigation);
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*Refresh: 1\r\n.*Inferdeck is starting …/su);
  server.serve(createListener(hello));
  await expect(sendRaw(server.port, navigation)).resolves.toContain('hello');
});

test.each([
  ['what is not HTTP', 'hello there\r\n\r\n', '400', 'bad_request'],
  [
    'headers above 16 KiB',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431',
    'headers_too_large',
  ],
  [
    'a length and chunks at once',
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    '400',
    'bad_request',
  ],
])('%s is refused in JSON, and the server survives', async (_name, bytes, status, code) => {
  const port = await serve(hello);
  const answer = await sendRaw(port, bytes);
  expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
  expect(answer).toContain('Content-Type: application/json');
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ error: { code } });
  await expect(sendRaw(port, `GET / HTTP/1.1\r\nHost: x\r\n${close}`)).resolves.toContain('hello');
});

test.each([
  ['absolute form', `GET http://127.0.0.1/v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\n${close}`, 'bad_target'],
  ['two hosts', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n${close}`, 'bad_host'],
  ['no host', `GET / HTTP/1.0\r\n${close}`, 'bad_host'],
  ['a dot segment', `GET /v1/../etc HTTP/1.1\r\nHost: 127.0.0.1\r\n${close}`, 'bad_target'],
  [
    'an upgrade',
    `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    'upgrade_refused',
  ],
  ['another version', `GET / HTTP/2.0\r\nHost: 127.0.0.1\r\n${close}`, 'bad_request'],
])('%s is refused before it becomes a Web Request', async (_name, bytes, code) => {
  let calls = 0;
  const port = await serve(() => {
    calls += 1;
    return hello(new Request('http://x/'), '');
  });
  const [head = '', body = ''] = (await sendRaw(port, bytes)).split('\r\n\r\n');
  expect(body).toContain(`"code":"${code}"`);
  expect(head).toContain(`\r\nContent-Length: ${body.length}`);
  expect(head).toContain('\r\nCache-Control: no-store');
  expect(head).toContain('\r\nContent-Type: application/json');
  expect(calls).toBe(0);
});

test('a host that no URL can have is refused in JSON', async () => {
  const port = await serve(hello);
  const answer = await sendRaw(port, `GET / HTTP/1.1\r\nHost: a b\r\n${close}`);
  expect(answer).toContain('"code":"bad_request"');
});

test('an exception in an answer is a 500 in JSON, and the server survives', async () => {
  const port = await serve((incoming) =>
    new URL(incoming.url).pathname === '/bad' ? Promise.reject(new TypeError('secret')) : hello(incoming, ''),
  );
  const bad = await sendRaw(port, `GET /bad HTTP/1.1\r\nHost: x\r\n${close}`);
  expect(bad).toMatch(/^HTTP\/1\.1 500 .*"code":"internal_error"/su);
  expect(bad).not.toContain('secret');
  await expect(sendRaw(port, `GET / HTTP/1.1\r\nHost: x\r\n${close}`)).resolves.toContain('hello');
});

test.each(['before', 'within'])(
  'the request is aborted when its client leaves %s the answer',
  async (moment) => {
    const events = new EventTarget();
    const arrived = once(events, 'arrived');
    const left = once(events, 'left');
    const port = await serve(({ signal }) => {
      signal.addEventListener('abort', () => events.dispatchEvent(new Event('left')));
      events.dispatchEvent(new Event('arrived'));
      const endless = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
      return moment === 'within' ? Promise.resolve(new Response(endless)) : new Promise(() => {});
    });
    const client = request({ port, host: '127.0.0.1', method: 'POST' });
    client.on('error', () => {});
    client.end('{}');
    await arrived;
    if (moment === 'within') await once(client, 'response');
    client.destroy();
    await expect(left).resolves.toHaveLength(1);
  },
);

test('a connection that the system cannot accept is reported, and the server survives', async () => {
  const port = await serve(hello);
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const listening: Server[] = [];
  server?.serve((incoming, outgoing) => {
    const found: unknown = Reflect.get(incoming.socket, 'server');
    if (found instanceof Server) listening.push(found);
    outgoing.end('hello');
  });
  const ask = () => sendRaw(port, `GET / HTTP/1.1\r\nHost: x\r\n${close}`);
  await ask();
  expect(listening).toHaveLength(1);
  listening[0]?.emit('error', Object.assign(new Error('accept ENOBUFS'), { code: 'ENOBUFS' }));
  expect(reported.mock.calls.join('')).toBe('A connection could not be accepted (ENOBUFS).\n');
  await expect(ask()).resolves.toContain('hello');
});

test('a stop waits for the answer in progress and accepts no new connection', async () => {
  const events = new EventTarget();
  const arrived = once(events, 'arrived');
  const port = await serve(async () => {
    const given = once(events, 'given');
    events.dispatchEvent(new Event('arrived'));
    await given;
    return new Response('the end');
  });
  const received = sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived;
  const stopped = server?.stop();
  await expect(sendRaw(port, `GET / HTTP/1.1\r\nHost: x\r\n${close}`)).rejects.toThrow('ECONNREFUSED');
  events.dispatchEvent(new Event('given'));
  await stopped;
  await expect(received).resolves.toContain('the end');
});

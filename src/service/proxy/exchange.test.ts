import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi, describe } from 'vitest';
import {
  ClientLeft,
  Closing,
  UpstreamTimeout,
  createSender,
  type OutgoingCall,
  type SenderParts,
  responseHeaders,
  requestHeaders,
} from './exchange.ts';
import { startRaw } from '#service/proxy/testing/raw-upstream.ts';
import { createRunning } from '#service/proxy/testing/running.ts';
import { parseUpstream } from './address.ts';

const { keep, closeAll } = createRunning();
afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
});

const get: OutgoingCall = { method: 'GET', target: '/models', body: null };
const post: OutgoingCall = { method: 'POST', target: '/completions', body: '{"prompt":"\u00fc"}' };
const patient = { connectMs: 60_000, readMs: 60_000, generateMs: 60_000 };
const never = new AbortController().signal;

function senderTo(baseUrl: string, parts: Partial<SenderParts> = {}) {
  const parsed = parseUpstream(baseUrl, null);
  if (!parsed.ok) throw new Error(parsed.reason);
  return createSender({ address: parsed.address, timeouts: patient, cut: never, ...parts });
}

/** A service that says nothing. */
function startSilent() {
  return keep(startRaw(() => {}));
}

async function startHttp(answer: RequestListener) {
  const sockets: Socket[] = [];
  const server = createServer(answer).on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return keep(Promise.resolve({ baseUrl: `http://127.0.0.1:${port}/v1`, sockets, close }));
}

test('a connection is reused once its answer has been read', async () => {
  const { baseUrl, sockets } = await startHttp((_incoming, outgoing) => outgoing.end('[]'));
  const sender = senderTo(baseUrl);
  for (let turn = 0; turn < 5; turn += 1) {
    const { incoming } = await sender.send(get, never);
    const freed = once(incoming, 'close');
    expect(await text(incoming)).toBe('[]');
    await freed;
  }
  expect(sockets).toHaveLength(1);
});

test('a body is sent as JSON with its length, and every request sends Accept', async () => {
  const seen: unknown[] = [];
  const { baseUrl } = await startHttp((incoming, outgoing) => {
    const { 'content-length': length, 'content-type': type, accept } = incoming.headers;
    seen.push([incoming.method, incoming.url, length, type, accept]);
    incoming.pipe(outgoing);
  });
  const sender = senderTo(baseUrl);
  for (const call of [get, post]) {
    const { incoming } = await sender.send(call, never);
    expect(await text(incoming)).toBe(call.body ?? '');
  }
  expect(seen).toEqual([
    ['GET', '/v1/models', undefined, undefined, 'application/json'],
    ['POST', '/v1/completions', '15', 'application/json', 'text/event-stream, application/json'],
  ]);
});

test.each([
  ['reading', get, { readMs: 30 }],
  ['generating', post, { generateMs: 30 }],
])('the timeout for %s is separate', async (_name, call, timeouts) => {
  const { baseUrl } = await startSilent();
  const sender = senderTo(baseUrl, { timeouts: { ...patient, ...timeouts } });
  await expect(sender.send(call, never)).rejects.toBeInstanceOf(UpstreamTimeout);
});

test('a connection without a TLS handshake times out', async () => {
  const { baseUrl } = await startSilent();
  const sender = senderTo(baseUrl.replace('http:', 'https:'), { timeouts: { ...patient, connectMs: 30 } });
  await expect(sender.send(get, never)).rejects.toBeInstanceOf(UpstreamTimeout);
});

test('the connection deadline ends once connected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const deadlines: number[] = [];
  const { baseUrl } = await startHttp((_incoming, outgoing) => {
    deadlines.push(vi.getTimerCount());
    outgoing.end('[]');
  });
  const sender = senderTo(baseUrl);
  // The second goes over the connection of the first.
  for (let turn = 0; turn < 2; turn += 1) {
    const { incoming } = await sender.send(get, never);
    const freed = once(incoming, 'close');
    await text(incoming);
    await freed;
  }
  expect(deadlines).toEqual([0, 0]);
});

test.each([
  ['a client that leaves', (left: AbortController) => left, ClientLeft],
  ['a stop of this service', (_left: AbortController, cut: AbortController) => cut, Closing],
])('%s ends current and future requests', async (_name, choose, kind) => {
  const { baseUrl, asked } = await startSilent();
  const [left, cut] = [new AbortController(), new AbortController()];
  const sender = senderTo(baseUrl, { cut: cut.signal });
  const sending = sender.send(get, left.signal);
  await expect.poll(() => asked.length).toBe(1);
  choose(left, cut).abort();
  await expect(sending).rejects.toBeInstanceOf(kind);
  await expect(sender.send(get, left.signal)).rejects.toBeInstanceOf(kind);
  expect(asked).toHaveLength(1);
});

test('the reader of an answer gets the reason why it was ended', async () => {
  const { baseUrl } = await startHttp((_incoming, outgoing) => outgoing.write('half'));
  const left = new AbortController();
  const { incoming } = await senderTo(baseUrl).send(get, left.signal);
  left.abort();
  await expect(text(incoming)).rejects.toBeInstanceOf(ClientLeft);
});

test('a fully read answer leaves no listener behind', async () => {
  const { baseUrl } = await startHttp((_incoming, outgoing) => outgoing.end('[]'));
  const [left, cut] = [new AbortController(), new AbortController()];
  const { incoming } = await senderTo(baseUrl, { cut: cut.signal }).send(get, left.signal);
  expect(getEventListeners(left.signal, 'abort')).toHaveLength(1);
  await text(incoming);
  await expect.poll(() => getEventListeners(left.signal, 'abort')).toHaveLength(0);
  const end = vi.spyOn(incoming, 'destroy');
  cut.abort();
  expect(end).not.toHaveBeenCalled();
});

const KEY = 'sk-0123456789';

test('a request is sent with exactly these headers', () => {
  expect(requestHeaders(KEY, 'application/json', true)).toEqual({
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'Inferdeck',
  });
  expect(requestHeaders(null, 'text/event-stream', false)).toEqual({
    accept: 'text/event-stream',
    'user-agent': 'Inferdeck',
  });
});

describe('content types', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset="utf-8"',
    'application/json;',
    'text/event-stream',
    'text/event-stream;charset=UTF-8',
    `application/json; a=${'x'.repeat(179)}`,
  ])('%s is passed through unchanged', (type) => {
    expect(responseHeaders({ 'content-type': type }, KEY).get('content-type')).toBe(type);
  });

  test.each([
    undefined,
    '',
    'text/html',
    'text/plain; charset=iso-8859-1',
    'application/javascript',
    'application/json-seq',
    'application/problem+json',
    'x-application/json',
    'text/html; application/json',
    'text/event-stream, text/html',
    'application/json; charset=utf-8, text/html',
    'application/json; <script>',
    `application/json; v=${KEY}`,
    `application/json; v=${KEY.toUpperCase()}`,
    `application/json; a=${'x'.repeat(180)}`,
  ])('%s becomes plain text that no browser runs', (type) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    expect(responseHeaders(headers, KEY).get('content-type')).toBe('text/plain; charset=utf-8');
  });
});

describe('other headers', () => {
  test.each([
    ['date', 'Sun, 06 Nov 1994 08:49:37 GMT'],
    ['retry-after', '7'],
    ['x-request-id', 'req ~!'],
    ['x-ratelimit-limit', '600'],
    ['x-ratelimit-remaining-tokens-1', '0'],
    [`x-ratelimit-${'x'.repeat(64)}`, '1'],
    ['x-request-id', 'x'.repeat(1_024)],
  ])('%s is passed through', (name, value) => {
    const back = responseHeaders({ [name]: value }, KEY);
    expect([...back]).toEqual(
      [
        ['content-type', 'text/plain; charset=utf-8'],
        [name, value],
      ].toSorted(([left = ''], [right = '']) => (left < right ? -1 : 1)),
    );
  });

  test.each([
    ['set-cookie', ['a=b']],
    ['x-request-id', ['a', 'b']],
    ['server', 'nginx'],
    ['location', 'https://evil.example'],
    ['content-length', '5'],
    ['content-security-policy', 'default-src *'],
    ['access-control-allow-origin', '*'],
    ['x-date', 'x'],
    ['date-x', 'x'],
    ['retry-after-ms', '7'],
    ['x-request-id2', 'x'],
    ['x-ratelimit-', '1'],
    ['x-ratelimit-a_b', '1'],
    ['a-x-ratelimit-limit', '1'],
    [`x-ratelimit-${'x'.repeat(65)}`, '1'],
    ['x-request-id', 'gr\u00fcn'],
    ['x-request-id', 'a\tb'],
    ['x-request-id', 'a\u007f'],
    ['x-request-id', '\u00fc then plain'],
    ['x-request-id', 'x'.repeat(1_025)],
    ['x-request-id', `for ${KEY}`],
    ['x-request-id', KEY.toUpperCase()],
    [`x-ratelimit-${KEY}`, '1'],
  ])('%s: %j is dropped', (name, value) => {
    expect([...responseHeaders({ [name]: value }, KEY)]).toEqual([
      ['content-type', 'text/plain; charset=utf-8'],
    ]);
  });

  test('a dropped header does not drop those after it', () => {
    const back = responseHeaders({ server: 'x', 'x-request-id': KEY, 'retry-after': '7' }, KEY);
    expect([...back.keys()]).toEqual(['content-type', 'retry-after']);
  });
});

test('a key too short to be a secret drops no headers of an answer', () => {
  const asked = { 'content-type': 'application/json', 'x-request-id': 'json' };
  for (const key of ['a', 'request', null]) {
    const back = responseHeaders(asked, key);
    expect([back.get('content-type'), back.get('x-request-id')]).toEqual(['application/json', 'json']);
  }
  // Eight letters are a secret.
  expect(responseHeaders({ 'x-request-id': 'eight123' }, 'eight123').has('x-request-id')).toBe(false);
});

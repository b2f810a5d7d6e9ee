import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { parseUpstream } from './address.ts';
import { createSender, type OutgoingCall, type SenderParts } from './exchange.ts';
import { ClientLeft, Closing, UpstreamTimeout } from './failures.ts';
import { startRaw } from './testing/raw-upstream.ts';
import { createRunning } from './testing/running.ts';

const { keep, closeAll } = createRunning();
afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
});

const GET: OutgoingCall = { method: 'GET', target: '/models', body: null };
const POST: OutgoingCall = { method: 'POST', target: '/completions', body: '{"prompt":"\u00fc"}' };
const PATIENT = { connectMs: 60_000, readMs: 60_000, generateMs: 60_000 };
const NEVER = new AbortController().signal;

function senderTo(baseUrl: string, parts: Partial<SenderParts> = {}) {
  const parsed = parseUpstream(baseUrl, null);
  if (!parsed.ok) throw new Error(parsed.reason);
  return createSender({ address: parsed.address, patience: PATIENT, cut: NEVER, ...parts });
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

test('a connection is used again once its answer was read', async () => {
  const { baseUrl, sockets } = await startHttp((_incoming, outgoing) => outgoing.end('[]'));
  const sender = senderTo(baseUrl);
  for (let turn = 0; turn < 5; turn += 1) {
    const { incoming } = await sender.send(GET, NEVER);
    const freed = once(incoming, 'close');
    expect(await text(incoming)).toBe('[]');
    await freed;
  }
  expect(sockets).toHaveLength(1);
});

test('a body is sent as JSON with its length in bytes, a request without one has neither; both say what they take', async () => {
  const seen: unknown[] = [];
  const { baseUrl } = await startHttp((incoming, outgoing) => {
    const { 'content-length': length, 'content-type': type, accept } = incoming.headers;
    seen.push([incoming.method, incoming.url, length, type, accept]);
    incoming.pipe(outgoing);
  });
  const sender = senderTo(baseUrl);
  for (const call of [GET, POST]) {
    const { incoming } = await sender.send(call, NEVER);
    expect(await text(incoming)).toBe(call.body ?? '');
  }
  expect(seen).toEqual([
    ['GET', '/v1/models', undefined, undefined, 'application/json'],
    ['POST', '/v1/completions', '15', 'application/json', 'text/event-stream, application/json'],
  ]);
});

test.each([
  ['reading', GET, { readMs: 30 }],
  ['generating', POST, { generateMs: 30 }],
])('patience with %s is its own', async (_name, call, patience) => {
  const { baseUrl } = await startSilent();
  const sender = senderTo(baseUrl, { patience: { ...PATIENT, ...patience } });
  await expect(sender.send(call, NEVER)).rejects.toBeInstanceOf(UpstreamTimeout);
});

test('a connection that is never encrypted is given up', async () => {
  const { baseUrl } = await startSilent();
  const sender = senderTo(baseUrl.replace('http:', 'https:'), { patience: { ...PATIENT, connectMs: 30 } });
  await expect(sender.send(GET, NEVER)).rejects.toBeInstanceOf(UpstreamTimeout);
});

test('once connected, nothing is left of that deadline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const deadlines: number[] = [];
  const { baseUrl } = await startHttp((_incoming, outgoing) => {
    deadlines.push(vi.getTimerCount());
    outgoing.end('[]');
  });
  const sender = senderTo(baseUrl);
  // The second goes over the connection of the first.
  for (let turn = 0; turn < 2; turn += 1) {
    const { incoming } = await sender.send(GET, NEVER);
    const freed = once(incoming, 'close');
    await text(incoming);
    await freed;
  }
  expect(deadlines).toEqual([0, 0]);
});

test.each([
  ['a client that leaves', (left: AbortController) => left, ClientLeft],
  ['a stop of this service', (_left: AbortController, cut: AbortController) => cut, Closing],
])('%s ends what is under way and what would begin', async (_name, choose, kind) => {
  const { baseUrl, asked } = await startSilent();
  const [left, cut] = [new AbortController(), new AbortController()];
  const sender = senderTo(baseUrl, { cut: cut.signal });
  const sending = sender.send(GET, left.signal);
  await expect.poll(() => asked.length).toBe(1);
  choose(left, cut).abort();
  await expect(sending).rejects.toBeInstanceOf(kind);
  await expect(sender.send(GET, left.signal)).rejects.toBeInstanceOf(kind);
  expect(asked).toHaveLength(1);
});

test('whoever reads an answer hears why it was ended', async () => {
  const { baseUrl } = await startHttp((_incoming, outgoing) => outgoing.write('half'));
  const left = new AbortController();
  const { incoming } = await senderTo(baseUrl).send(GET, left.signal);
  left.abort();
  await expect(text(incoming)).rejects.toBeInstanceOf(ClientLeft);
});

test('an answer that was read leaves no listener behind', async () => {
  const { baseUrl } = await startHttp((_incoming, outgoing) => outgoing.end('[]'));
  const left = new AbortController();
  const { incoming } = await senderTo(baseUrl).send(GET, left.signal);
  expect(getEventListeners(left.signal, 'abort')).toHaveLength(1);
  await text(incoming);
  await expect.poll(() => getEventListeners(left.signal, 'abort')).toHaveLength(0);
});

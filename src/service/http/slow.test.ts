import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callRaw } from '#service/testing/raw-call.ts';
import { gateToken, type Served, startServed } from '#service/testing/served.ts';

const limits = { headersMs: 150, requestMs: 300, checkEveryMs: 20, lingerMs: 100, maxConnections: 12 };

let served: Served;
const sockets: Socket[] = [];

beforeEach(async () => {
  served = await startServed({}, limits);
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await served.close();
});

/** A connection whose client never ends its own side, whatever the service does. */
function open(): Socket {
  const socket = connect({ port: served.port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  return socket.on('error', () => socket.destroy());
}

/** Everything received until the service ends the connection. */
function receivedBy(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (part) => {
    received += part.toString('latin1');
  });
  return new Promise((resolve) => {
    for (const end of ['end', 'close']) socket.on(end, () => resolve(received));
  });
}

/** Sends this text byte by byte, with pauses; resolves with everything received. */
async function drip(text: string, everyMs = 20): Promise<string> {
  const socket = open();
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(text[sent] ?? 'x');
    sent += 1;
  }, everyMs);
  const received = await receivedBy(socket);
  clearInterval(timer);
  return received;
}

const head = () => `Host: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${gateToken}\r\n`;
const isAlive = async () => {
  const { statuses } = await callRaw(
    served.port,
    `GET /v1/models HTTP/1.1\r\n${head()}Connection: close\r\n\r\n`,
  );
  return statuses.join('') === '200';
};

test('a header that comes byte by byte times out with 408', async () => {
  const received = await drip(`GET /v1/models HTTP/1.1\r\n${head()}X: `);
  expect(received).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/su);
  expect(await isAlive()).toBe(true);
});

test('a header that never ends times out', async () => {
  expect(await drip(`GET /v1/models HTTP/1.1\r\n`, 1_000)).toMatch(/^(?:HTTP\/1\.1 408 |$)/u);
});

test('a body that comes byte by byte times out, and nothing runs', async () => {
  const length = 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n';
  const socket = open();
  socket.write(`POST /v1/completions HTTP/1.1\r\n${head()}${length}{"model":`);
  const timer = setInterval(() => socket.write(' '), 20);
  const received = await receivedBy(socket);
  clearInterval(timer);
  expect(received).toMatch(/^HTTP\/1\.1 4\d\d /u);
  expect(received).not.toContain('200 OK');
  expect((await served.engine.stats()).decodedTokens).toBe(0);
  expect(served.failures).toEqual([]);
  expect(await isAlive()).toBe(true);
});

test('a body that is announced and never sent times out', async () => {
  const framings = [
    'Content-Length: 50',
    'Transfer-Encoding: chunked',
    'Content-Length: 50\r\nExpect: 100-continue',
  ];
  for (const framing of framings) {
    const socket = open();
    socket.write(
      `POST /v1/completions HTTP/1.1\r\n${head()}Content-Type: application/json\r\n${framing}\r\n\r\n`,
    );
    await receivedBy(socket);
  }
  expect(await isAlive()).toBe(true);
});

test('many slow connections at once all end, and the service still works', async () => {
  const slow = Array.from({ length: 10 }, () => drip(`POST /v1/completions HTTP/1.1\r\n${head()}`));
  for (const received of await Promise.all(slow)) expect(received).toMatch(/^(?:HTTP\/1\.1 408 |$)/u);
  expect(await isAlive()).toBe(true);
});

test('clients that never close their own side hold no connection open', async () => {
  const idle = Array.from({ length: limits.maxConnections }, () => open());
  const answers = idle.map((socket) => {
    socket.write(`GET /v1/models HTTP/1.1\r\n${head()}`);
    return receivedBy(socket);
  });
  for (const received of await Promise.all(answers)) expect(received).toMatch(/^HTTP\/1\.1 408 /u);
  await expect.poll(isAlive).toBe(true);
});

test('connections above the limit get Retry-After, and those within it survive', async () => {
  await served.close();
  served = await startServed({}, { ...limits, headersMs: 120_000, requestMs: 120_000 });
  const idle = Array.from({ length: limits.maxConnections }, () => open());
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  const request = `GET /v1/models HTTP/1.1\r\n${head()}\r\n`;
  const beyond = open();
  beyond.write(request);
  const refused = await receivedBy(beyond);
  expect(refused).toMatch(/^HTTP\/1\.1 503 .*"code":"too_many_connections"/su);
  expect(refused).toMatch(/\r\nRetry-After: 1\r\n/u);
  const [first] = idle;
  first?.write(request.replace(/\r\n$/u, 'Connection: close\r\n\r\n'));
  expect(await receivedBy(first ?? open())).toMatch(/^HTTP\/1\.1 200 /u);
  await expect.poll(isAlive).toBe(true);
});

test('garbage after a request adds nothing to the answer in progress', async () => {
  const body = JSON.stringify({ model: served.model, prompt: 'Once', max_tokens: 100, stream: true });
  await served.close();
  served = await startServed({ pace: 1 }, limits);
  const socket = open();
  socket.write(
    `POST /v1/completions HTTP/1.1\r\n${head()}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'readable');
  socket.write('what is this?\r\n\r\n');
  const received = await receivedBy(socket);
  expect(received).toMatch(/^HTTP\/1\.1 200 .*data: \{/su);
  expect(received).not.toMatch(/\[DONE\]|HTTP\/1\.1 400/u);
});

test('the request timeout does not cut a longer stream', async () => {
  const body = JSON.stringify({
    model: served.model,
    prompt: 'Once',
    max_tokens: 400,
    n: 8,
    stream: true,
    logit_bias: { 1023: -100 },
  });
  const socket = open();
  socket.write(
    `POST /v1/completions HTTP/1.1\r\n${head()}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'readable');
  // Nothing is read for twice the limit, then everything arrives.
  await new Promise((resolve) => setTimeout(resolve, 2 * limits.requestMs));
  let received = '';
  for await (const part of socket) {
    received += String(part);
    if (received.includes('data: [DONE]')) break;
  }
  expect(received).toContain('data: [DONE]');
});

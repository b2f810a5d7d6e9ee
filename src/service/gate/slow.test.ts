import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callRaw } from './testing/raw-call.ts';
import { GATE_TOKEN, type Served, startServed } from './testing/served.ts';

const LIMITS = { headersMs: 150, requestMs: 300, checkEveryMs: 20, maxConnections: 12 };

let served: Served;
const sockets: Socket[] = [];

beforeEach(async () => {
  served = await startServed({}, LIMITS);
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await served.close();
});

/** A connection that sends a byte now and then, from the start of this text on; resolves with all that came back. */
function drip(text: string, everyMs = 20): Promise<string> {
  const socket = connect(served.port, '127.0.0.1');
  sockets.push(socket);
  let sent = 0;
  let received = '';
  const timer = setInterval(() => {
    socket.write(text[sent] ?? 'x');
    sent += 1;
  }, everyMs);
  socket.on('data', (part) => {
    received += part.toString('latin1');
  });
  socket.on('error', () => socket.destroy());
  return once(socket, 'close').then(() => {
    clearInterval(timer);
    return received;
  });
}

const head = () => `Host: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${GATE_TOKEN}\r\n`;
const isAlive = async () => {
  const { statuses } = await callRaw(
    served.port,
    `GET /v1/models HTTP/1.1\r\n${head()}Connection: close\r\n\r\n`,
  );
  return statuses.join('') === '200';
};

test('a header that comes byte by byte is given up with 408', async () => {
  const received = await drip(`GET /v1/models HTTP/1.1\r\n${head()}X: `);
  expect(received).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/su);
  expect(await isAlive()).toBe(true);
});

test('a header that never ends is given up', async () => {
  expect(await drip(`GET /v1/models HTTP/1.1\r\n`, 1_000)).toMatch(/^(?:HTTP\/1\.1 408 |$)/u);
});

test('a body that comes byte by byte is given up, and nothing of it is run', async () => {
  const length = 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n';
  const socket = connect(served.port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', (part) => {
    received += part.toString('latin1');
  });
  socket.write(`POST /v1/completions HTTP/1.1\r\n${head()}${length}{"model":`);
  const timer = setInterval(() => socket.write(' '), 20);
  await once(socket, 'close');
  clearInterval(timer);
  expect(received).toMatch(/^HTTP\/1\.1 4\d\d /u);
  expect(received).not.toContain('200 OK');
  expect((await served.engine.stats()).decodedTokens).toBe(0);
  expect(served.failures).toEqual([]);
  expect(await isAlive()).toBe(true);
});

test('a body that is promised and never sent is given up, too', async () => {
  const framings = [
    'Content-Length: 50',
    'Transfer-Encoding: chunked',
    'Content-Length: 50\r\nExpect: 100-continue',
  ];
  for (const framing of framings) {
    const socket = connect(served.port, '127.0.0.1');
    sockets.push(socket);
    socket.resume();
    socket.write(
      `POST /v1/completions HTTP/1.1\r\n${head()}Content-Type: application/json\r\n${framing}\r\n\r\n`,
    );
    await once(socket, 'close');
  }
  expect(await isAlive()).toBe(true);
});

test('many slow connections at once end all, and leave the service as it was', async () => {
  const slow = Array.from({ length: 10 }, () => drip(`POST /v1/completions HTTP/1.1\r\n${head()}`));
  for (const received of await Promise.all(slow)) expect(received).toMatch(/^(?:HTTP\/1\.1 408 |$)/u);
  expect(await isAlive()).toBe(true);
});

test('connections beyond the limit are refused, and those within it live', async () => {
  await served.close();
  served = await startServed({}, { ...LIMITS, headersMs: 10_000, requestMs: 30_000 });
  const idle = Array.from({ length: LIMITS.maxConnections }, () => connect(served.port, '127.0.0.1'));
  sockets.push(...idle);
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  const beyond = connect(served.port, '127.0.0.1');
  sockets.push(beyond);
  beyond.on('error', () => {});
  await once(beyond, 'close');
  const [first] = idle;
  let received = '';
  first?.on('data', (part) => {
    received += part.toString('latin1');
  });
  first?.write(`GET /v1/models HTTP/1.1\r\n${head()}\r\n`);
  await expect.poll(() => received).toMatch(/^HTTP\/1\.1 200 /u);
});

test('a stream that takes longer than a request may is not cut by it', async () => {
  const body = JSON.stringify({
    model: served.model,
    prompt: 'Once',
    max_tokens: 400,
    n: 8,
    stream: true,
    logit_bias: { 1023: -100 },
  });
  const socket = connect(served.port, '127.0.0.1');
  sockets.push(socket);
  socket.write(
    `POST /v1/completions HTTP/1.1\r\n${head()}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'readable');
  // Nothing is read for twice the limit; then all of it is there.
  await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.requestMs));
  let received = '';
  for await (const part of socket) {
    received += String(part);
    if (received.includes('data: [DONE]')) break;
  }
  expect(received).toContain('data: [DONE]');
});

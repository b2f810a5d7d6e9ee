import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import { frontToken, startFront } from '#service/proxy/testing/front.ts';
import { chunkedHead, chunkOf, startRaw } from '#service/proxy/testing/raw-upstream.ts';
import { createRunning } from '#service/proxy/testing/running.ts';

const { keep, closeAll } = createRunning();
afterEach(closeAll);

const event = 'data: {"id":"a","choices":[{"index":0,"text":"x"}],"usage":null}\n\n';

/** A proxy to a server with a given answer; `closed` resolves when that server sees the connection end. */
async function behind(begin: string) {
  const events = new EventTarget();
  const asked = once(events, 'asked');
  const closed = once(events, 'closed');
  const upstream = await keep(
    startRaw((socket: Socket) => {
      socket.on('close', () => events.dispatchEvent(new Event('closed')));
      socket.write(begin, () => events.dispatchEvent(new Event('asked')));
    }),
  );
  return { front: await keep(startFront(upstream.baseUrl)), asked, closed };
}

test.each([
  ['before the header', '', true],
  ['after the header', chunkedHead('text/event-stream'), true],
  ['in mid-stream', `${chunkedHead('text/event-stream')}${chunkOf(event)}`, true],
  [
    'within a JSON answer',
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"id"',
    false,
  ],
  [
    'within an error',
    'HTTP/1.1 500 No\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"err',
    false,
  ],
])('a client that leaves %s ends the request to the service behind', async (_name, begin, stream) => {
  const { front, asked, closed } = await behind(begin);
  const leaving = new AbortController();
  const answer = front.complete({ stream }, leaving.signal);
  await asked;
  if (begin.includes('event-stream')) await answer;
  leaving.abort();
  await expect(answer.then((response) => response.text())).rejects.toThrow();
  await expect(closed).resolves.toHaveLength(1);
  expect(front.breaks).toEqual([]);
  expect(front.failures).toEqual([]);
});

test('a stop in the own client ends the request to the service behind', async () => {
  const { front, closed } = await behind(`${chunkedHead('text/event-stream')}${chunkOf(event)}`);
  const client = createClient({ id: 'c', baseUrl: front.baseUrl, token: frontToken });
  for await (const { events } of client.streamCompletion({ model: 'm', prompt: 'Once' })) {
    if (events.length > 0) break;
  }
  await expect(closed).resolves.toHaveLength(1);
});

test('a socket that disappears ends it, too', async () => {
  const { front, closed } = await behind(`${chunkedHead('text/event-stream')}${chunkOf(event)}`);
  const socket = connect(front.port, '127.0.0.1');
  const body = JSON.stringify({ model: 'm', prompt: 'Once', stream: true });
  const head = `Host: 127.0.0.1:${front.port}\r\nAuthorization: Bearer ${frontToken}\r\nContent-Type: application/json`;
  socket.write(`POST /v1/completions HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await once(socket, 'data');
  socket.resetAndDestroy();
  await expect(closed).resolves.toHaveLength(1);
});

test('a reader that does not read slows the service behind, so that nothing piles up', async () => {
  let taken = 0;
  const piece = chunkOf(`data: ${'x'.repeat(65_000)}\n\n`);
  const upstream = await keep(
    startRaw((socket) => {
      const more = () => {
        taken += 1;
        if (taken < 2_000) socket.write(piece, more);
      };
      socket.write(chunkedHead('text/event-stream'), more);
    }),
  );
  const front = await keep(startFront(upstream.baseUrl));
  const leaving = new AbortController();
  const answer = await front.complete({ stream: true }, leaving.signal);
  let before = -1;
  while (taken !== before) {
    before = taken;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  // Of 130 MB only what fits into the buffers of four sockets was taken.
  expect(taken).toBeLessThan(500);
  leaving.abort();
  await expect(answer.text()).rejects.toThrow();
});

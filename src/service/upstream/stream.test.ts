import { expect, test } from 'vitest';
import { ClientLeft, Closing, UpstreamTimeout } from './failures.ts';
import { relayStream, type StreamParts } from './stream.ts';
import { createIncoming } from './testing/incoming.ts';

const EVENT = 'data: {"id":"a"}\n\n';

function relayed(parts: Partial<StreamParts> = {}) {
  const incoming = createIncoming();
  const breaks: string[] = [];
  const ends: Error[] = [];
  const stream = relayStream(
    { incoming, end: (error) => ends.push(error) },
    {
      host: 'a.example',
      key: null,
      isEventStream: true,
      onBreakOff: (cause) => breaks.push(cause),
      ...parts,
    },
  );
  const push = (...texts: readonly string[]) => {
    for (const text of texts) incoming.push(Buffer.from(text));
  };
  return { incoming, breaks, ends, stream, push };
}

/** What is read until the stream ends. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

test.each([
  [
    'the connection is reset',
    Object.assign(new Error('x'), { code: 'ECONNRESET' }),
    'ECONNRESET',
    'upstream_cut',
  ],
  ['nobody knows why', new Error('x'), 'of no known kind', 'upstream_cut'],
  ['it falls silent', new UpstreamTimeout(), 'of no known kind', 'upstream_timeout'],
  ['this service stops', new Closing(), 'of no known kind', 'shutting_down'],
])('where a stream breaks off because %s, its last event says so', async (_name, error, cause, code) => {
  const { incoming, stream, breaks, push } = relayed();
  push(EVENT, 'data: {"half');
  setImmediate(() => incoming.destroy(error));
  const [kept, said, rest] = (await textOf(stream)).split('\n\n');
  expect([`${kept}\n\n`, rest]).toEqual([EVENT, '']);
  expect(JSON.parse(said?.replace('data: ', '') ?? '')).toMatchObject({ error: { code } });
  expect(breaks).toEqual([cause]);
});

test('a connection that closes without a word is a break, too', async () => {
  const { incoming, stream, breaks, push } = relayed();
  push(EVENT);
  setImmediate(() => incoming.emit('close'));
  expect(await textOf(stream)).toMatch(/"code":"upstream_cut"\}\}\n\n$/u);
  expect(breaks).toEqual(['of no known kind']);
});

test.each([
  ['no event stream', { isEventStream: false }, EVENT],
  ['in the midst of a large event', {}, 'x'.repeat(300_000)],
])('where no event can be said the stream fails: %s', async (_name, parts, text) => {
  const { incoming, stream, breaks, push } = relayed(parts);
  push(text);
  setImmediate(() => incoming.destroy(new Error('x')));
  await expect(textOf(stream)).rejects.toThrow('The answer broke off.');
  expect(breaks).toEqual(['of no known kind']);
});

test('a break after [DONE] is none', async () => {
  const { incoming, stream, breaks, push } = relayed();
  push(EVENT, 'data: [DONE]\n\n');
  setImmediate(() => incoming.destroy(new Error('x')));
  expect(await textOf(stream)).toBe(`${EVENT}data: [DONE]\n\n`);
  expect(breaks).toEqual([]);
});

test('an end is an end: what is left is handed on, and what happens after it is nothing', async () => {
  const { incoming, stream, breaks, push } = relayed();
  push(EVENT, 'half');
  incoming.push(null);
  expect(await textOf(stream)).toBe(`${EVENT}half`);
  incoming.emit('end');
  incoming.emit('error', new Error('x'));
  incoming.emit('close');
  expect(breaks).toEqual([]);
});

test('a reader that goes leaves the service, which is no break', async () => {
  const { incoming, stream, breaks, ends, push } = relayed();
  push(EVENT);
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
  expect(ends).toEqual([new ClientLeft()]);
  push(EVENT);
  incoming.emit('data', Buffer.from(EVENT));
  incoming.emit('end');
  incoming.destroy(new ClientLeft());
  await new Promise((resolve) => incoming.once('close', resolve));
  expect(breaks).toEqual([]);
});

test('a client that has left is no break either', async () => {
  const { incoming, stream, breaks, push } = relayed();
  push(EVENT);
  setImmediate(() => incoming.destroy(new ClientLeft()));
  await textOf(stream);
  expect(breaks).toEqual([]);
});

test('the service is read only as fast as the reader takes it', async () => {
  const { incoming, stream, push } = relayed();
  const paused = new Promise((resolve) => incoming.once('pause', resolve));
  push('data: half');
  await new Promise((resolve) => setImmediate(resolve));
  // Half an event is held, and nobody waits for anything.
  expect(incoming.isPaused()).toBe(false);
  push('\n\n', EVENT);
  await paused;
  expect(incoming.readableLength).toBe(EVENT.length);
  const reader = stream.getReader();
  for (const expected of ['data: half\n\n', EVENT]) {
    const { value } = await reader.read();
    expect(Buffer.from(value ?? []).toString()).toBe(expected);
  }
  await reader.cancel();
});

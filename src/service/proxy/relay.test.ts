import { text as readText } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, expect, test, vi, describe } from 'vitest';
import { createIncoming } from '#service/proxy/testing/raw-upstream.ts';
import { ClientLeft, Closing, UpstreamTimeout } from './exchange.ts';
import { readStart, readWhole, relayStream, type StreamParts, EventFraming } from './relay.ts';

afterEach(() => {
  vi.useRealTimers();
});

const broken = new Error('broken off');

function read({ bytes, isWhole }: Awaited<ReturnType<typeof readWhole>>) {
  return [bytes.toString(), isWhole];
}

test.each([
  [['abc', 'def'], 'abcdef', true],
  [['abc', 'def', 'g'], 'abcdef', false],
  [['abcdefgh'], 'abcdef', false],
  [[], '', true],
])('at most six bytes of %j are read: %j', async (parts, text, isWhole) => {
  const start = { bytes: 6, withinMs: 60_000 };
  expect(read(await readStart(createIncoming(...parts, null), start))).toEqual([text, isWhole]);
});

test('a body that is long is left to be read on, whether or not more follows', async () => {
  for (const more of [null, 'ijk']) {
    const incoming = createIncoming('abcdefgh');
    const { bytes, isWhole } = await readWhole(incoming, 6);
    expect([bytes.toString(), isWhole]).toEqual(['abcdefgh', false]);
    incoming.unshift(bytes);
    if (more !== null) incoming.push(Buffer.from(more));
    incoming.push(null);
    expect(await readText(incoming)).toBe(`abcdefgh${more ?? ''}`);
  }
  expect(read(await readWhole(createIncoming('abc', 'def', null), 6))).toEqual(['abcdef', true]);
});

test('a start that is long enough ends the connection', async () => {
  const start = createIncoming('abcdefgh');
  await readStart(start, { bytes: 6, withinMs: 60_000 });
  expect(start.destroyed).toBe(true);
});

test('a body that breaks off is an error where all is needed, and its start where that is enough', async () => {
  const whole = createIncoming('abc');
  whole.once('data', () => setImmediate(() => whole.destroy(broken)));
  await expect(readWhole(whole, 6)).rejects.toBe(broken);
  const start = createIncoming();
  const reading = readStart(start, { bytes: 6, withinMs: 60_000 });
  start.push(Buffer.from('abc'));
  setImmediate(() => start.destroy(broken));
  expect(read(await reading)).toEqual(['abc', false]);
});

test('the start of an endless body is what arrives in time', async () => {
  const endless = createIncoming('abc');
  expect(read(await readStart(endless, { bytes: 6, withinMs: 30 }))).toEqual(['abc', false]);
  expect(endless.destroyed).toBe(true);
});

test('reading a start clears its timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await readStart(createIncoming('abc', null), { bytes: 6, withinMs: 60_000 });
  expect(vi.getTimerCount()).toBe(0);
});

const event = 'data: {"id":"a"}\n\n';

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
      onInterrupted: (cause) => breaks.push(cause),
      ...parts,
    },
  );
  const push = (...texts: readonly string[]) => {
    for (const text of texts) incoming.push(Buffer.from(text));
  };
  return { incoming, breaks, ends, stream, push };
}

/** The whole text of the stream. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

test.each([
  [
    'the connection is reset',
    Object.assign(new Error('x'), { code: 'ECONNRESET' }),
    ['ECONNRESET'],
    'upstream_cut',
  ],
  ['nobody knows why', new Error('x'), ['unknown'], 'upstream_cut'],
  ['it falls silent', new UpstreamTimeout(), ['unknown'], 'upstream_timeout'],
  ['this service stops', new Closing(), [], 'shutting_down'],
])(
  'a stream that breaks off because %s ends with an event that says so',
  async (_name, error, causes, code) => {
    const { incoming, stream, breaks, push } = relayed();
    push(event, 'data: {"half');
    setImmediate(() => incoming.destroy(error));
    const [kept, said, rest] = (await textOf(stream)).split('\n\n');
    expect([`${kept}\n\n`, rest]).toEqual([event, '']);
    expect(JSON.parse(said?.replace('data: ', '') ?? '')).toMatchObject({ error: { code } });
    expect(breaks).toEqual(causes);
  },
);

test('a connection that closes without an error is a break, too', async () => {
  const { incoming, stream, breaks, push } = relayed();
  push(event);
  setImmediate(() => incoming.emit('close'));
  expect(await textOf(stream)).toMatch(/"code":"upstream_cut"\}\}\n\n$/u);
  expect(breaks).toEqual(['unknown']);
});

test.each([
  ['no event stream', { isEventStream: false }, event],
  ['in the midst of a large event', {}, 'x'.repeat(300_000)],
])('the stream fails where no event can be appended: %s', async (_name, parts, text) => {
  const { incoming, stream, breaks, push } = relayed(parts);
  push(text);
  setImmediate(() => incoming.destroy(new Error('x')));
  await expect(textOf(stream)).rejects.toThrow('The answer broke off.');
  expect(breaks).toEqual(['unknown']);
});

test('a break after [DONE] is not an error', async () => {
  const { incoming, stream, breaks, push } = relayed();
  push(event, 'data: [DONE]\n\n');
  setImmediate(() => incoming.destroy(new Error('x')));
  expect(await textOf(stream)).toBe(`${event}data: [DONE]\n\n`);
  expect(breaks).toEqual([]);
});

test('a normal end passes on the rest, and later errors are ignored', async () => {
  const { incoming, stream, breaks, push } = relayed();
  push(event, 'half');
  incoming.push(null);
  expect(await textOf(stream)).toBe(`${event}half`);
  incoming.emit('end');
  incoming.emit('error', new Error('x'));
  incoming.emit('close');
  expect(breaks).toEqual([]);
});

test('a reader that leaves closes the service’s stream without an error', async () => {
  const { incoming, stream, breaks, ends, push } = relayed();
  push(event);
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
  expect(ends).toEqual([new ClientLeft()]);
  push(event);
  incoming.emit('data', Buffer.from(event));
  incoming.emit('end');
  incoming.destroy(new ClientLeft());
  await new Promise((resolve) => incoming.once('close', resolve));
  expect(breaks).toEqual([]);
});

test('a client that has left is not an error either', async () => {
  const { incoming, stream, breaks, push } = relayed();
  push(event);
  setImmediate(() => incoming.destroy(new ClientLeft()));
  await textOf(stream);
  expect(breaks).toEqual([]);
});

test('the service is read only as fast as the reader takes it', async () => {
  const { incoming, stream, push } = relayed();
  const paused = new Promise((resolve) => incoming.once('pause', resolve));
  push('data: half');
  await new Promise((resolve) => setImmediate(resolve));
  // Half an event is held, and nothing is pending.
  expect(incoming.isPaused()).toBe(false);
  push('\n\n', event);
  await paused;
  expect(incoming.readableLength).toBe(event.length);
  const reader = stream.getReader();
  for (const expected of ['data: half\n\n', event]) {
    const { value } = await reader.read();
    expect(Buffer.from(value ?? []).toString()).toBe(expected);
  }
  await reader.cancel();
});

const KEY = 'a-key-of-20-letters!';

/** What is passed on for each piece, then the rest. */
function handedOn(parts: readonly Buffer[], key: string | null = null): readonly string[] {
  const framing = new EventFraming(key);
  return [...parts.map((part) => framing.take(part)), framing.rest()].map((bytes) =>
    bytes.toString('latin1'),
  );
}

function pieces(...texts: readonly string[]): readonly Buffer[] {
  return texts.map((text) => Buffer.from(text, 'latin1'));
}

const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
const line = fc.oneof(
  fc.constantFrom('data: {"a":1}', ': ping', 'data: [DONE]', 'event: x', '', ' ', KEY.slice(0, 9)),
  fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[\r\n]/gu, '')),
);
const streamText = fc
  .array(fc.tuple(line, lineEnd), { maxLength: 30 })
  .map((lines) => lines.map((parts) => parts.join('')).join(''));
const split = fc.tuple(streamText, fc.array(fc.nat(), { maxLength: 12 })).map(([text, places]) => {
  const bytes = Buffer.from(text, 'utf8');
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length));
});

describe('any stream, split anywhere', () => {
  test('comes out byte for byte', () => {
    fc.assert(
      fc.property(split, (parts) => {
        expect(handedOn(parts).join('')).toBe(Buffer.concat(parts).toString('latin1'));
      }),
    );
  });

  test('comes out in whole events, so that another can follow any piece', () => {
    fc.assert(
      fc.property(split, (parts) => {
        const framing = new EventFraming(null);
        for (const part of parts) {
          const out = framing.take(part).toString('latin1');
          expect(out).toMatch(/^$|(?:\n\n|\r\r|\n\r|\r\n\r\n)\n?$/u);
          expect(framing.isBetweenEvents).toBe(true);
        }
      }),
    );
  });

  test('comes out without the key, wherever it was split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(KEY, 'data: ', '\n', '\n\n', 'x', KEY.slice(0, 7))),
        fc.array(fc.nat()),
        (texts, places) => {
          const bytes = Buffer.from(texts.join(''));
          const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
          const parts = [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length));
          const out = handedOn(parts, KEY).join('');
          expect(out).not.toContain(KEY);
          expect(out).toBe(texts.join('').replaceAll(KEY, '[access key]'));
        },
      ),
    );
  });
});

test('a complete event is passed on at once, half an event waits', () => {
  expect(handedOn(pieces('data: a\n\nda', 'ta: b', '\n', '\n'))).toEqual([
    'data: a\n\n',
    '',
    '',
    'data: b\n\n',
    '',
  ]);
});

test('the rest at a normal end is passed on unchanged', () => {
  expect(handedOn(pieces('data: a\n\ndata: [DONE]'))).toEqual(['data: a\n\n', 'data: [DONE]']);
});

test('an endless event is passed on in pieces, and no event can follow until it ends', () => {
  const framing = new EventFraming(KEY);
  const large = Buffer.alloc(300_000, 'x');
  const out = framing.take(Buffer.concat([Buffer.from('data: '), large, Buffer.from(KEY.slice(0, 10))]));
  expect(out.length).toBeGreaterThan(299_000);
  expect(framing.isBetweenEvents).toBe(false);
  const end = framing.take(Buffer.from(`${KEY.slice(10)}\n\n`));
  expect(end.toString()).toMatch(/^x*\[access key\]\n\n$/u);
  expect(framing.isBetweenEvents).toBe(true);
});

test('a key across the cut of an event without an end is redacted, wherever the cut falls', () => {
  for (let from = 1; from < 2 * KEY.length; from += 1) {
    const framing = new EventFraming(KEY);
    const large = Buffer.concat([Buffer.alloc(300_000, 'x'), Buffer.from(KEY), Buffer.alloc(from, 'y')]);
    const out = Buffer.concat([framing.take(large), framing.take(Buffer.from('\n\n'))]).toString();
    expect(out.slice(300_000)).toBe(`[access key]${'y'.repeat(from)}\n\n`);
  }
});

test('up to 256 KiB of an event are held, and a larger one still arrives complete', () => {
  const framing = new EventFraming(null);
  expect(framing.isBetweenEvents).toBe(true);
  expect(framing.take(Buffer.alloc(262_144, 'x'))).toHaveLength(0);
  expect(framing.isBetweenEvents).toBe(true);
  expect(framing.take(Buffer.from('y'))).toHaveLength(262_145);
  expect(framing.isBetweenEvents).toBe(false);
  expect(framing.take(Buffer.from('z\n\n')).toString()).toBe('z\n\n');
  expect(framing.isBetweenEvents).toBe(true);
});

test('a blank line at the very beginning ends an event, too', () => {
  expect(handedOn(pieces('\n\n', '\n\nx'))).toEqual(['\n\n', '\n\n', 'x']);
});

test('a line end of two bytes belongs to its event', () => {
  expect(handedOn(pieces('data: a\r\n\r\ndata: b\r\n\r\n'))).toEqual(['data: a\r\n\r\ndata: b\r\n\r\n', '']);
  expect(handedOn(pieces('data: a\r\n\r\nhalf'))).toEqual(['data: a\r\n\r\n', 'half']);
});

test('an empty stream is not done', () => {
  expect(new EventFraming(null).isDone).toBe(false);
});

test.each([
  ['data: [DONE]\n\n', true],
  ['data: {"a":1}\n\ndata: [DONE]\n\n', true],
  ['data: {"a":1}\r\rdata: [DONE]\r\r', true],
  [': data: [DONE]\n\n', false],
  ['data: [DONE]x\n\n', false],
  ['data:  [DONE]\n\n', false],
  ['data:[DONE]\r\n\r\n', true],
  ['data: {"text":"data: [DONE]"}\n\n', false],
  ['data: {"text":" [DONE]"}\n\n', false],
  ['data: [DONE]\n\ndata: x\n\n', false],
])('%j: the end of the stream is detected', (text, isDone) => {
  const framing = new EventFraming(null);
  framing.take(Buffer.from(text));
  expect(framing.isDone).toBe(isDone);
});

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, splitAt } from '#api/testing/samples.ts';
import { createSseReader, type SseEvent } from './sse.ts';

function readAll(parts: readonly Uint8Array[]) {
  const reader = createSseReader();
  const events = parts.flatMap((part) => [...reader.feed(part)]);
  const open = reader.end();
  return { events, open, counts: { ...reader.counts }, isTooLarge: reader.isTooLarge };
}

function read(text: string) {
  return readAll([bytesOf(text)]);
}

const dataOf = (events: readonly SseEvent[]) => events.map(({ data }) => data);

const line = fc.oneof(
  fc.constantFrom(
    'data',
    'data:',
    'data: ',
    'data:x',
    'event: error',
    'event: ping',
    ': beat',
    'id: 1',
    'retry: 5',
  ),
  fc.constantFrom(
    'retry: x',
    'junk',
    'junk: 1',
    '{"a":1}',
    '',
    '',
    '',
    'data: [DONE]',
    'id: \0',
    'data: a\0b',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `data: ${text}`),
);
const lineEnd = fc.constantFrom('\n', '\n', '\r', '\r\n');
const stream = fc
  .tuple(
    fc.constantFrom('', '', '\u{feff}', '\u{feff}\u{feff}'),
    fc.array(fc.tuple(line, lineEnd), { maxLength: 30 }),
  )
  .map(([start, lines]) => bytesOf(start + lines.flat().join('')));
const places = fc.array(fc.nat(), { maxLength: 12 });

describe('the events are the same for any split of the bytes', () => {
  test('of streams made of every kind of line', () => {
    fc.assert(
      fc.property(stream, places, (bytes, cuts) => {
        expect(readAll(splitAt(bytes, cuts))).toEqual(readAll([bytes]));
      }),
      { numRuns: 500 },
    );
  });

  test('byte by byte', () => {
    fc.assert(
      fc.property(stream, (bytes) => {
        expect(readAll(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(readAll([bytes]));
      }),
    );
  });

  test('of random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), places, (bytes, cuts) => {
        expect(readAll(splitAt(bytes, cuts))).toEqual(readAll([bytes]));
      }),
    );
  });
});

/** The specification's algorithm, written as plainly as possible. */
function specified(bytes: Uint8Array): SseEvent[] {
  const text = new TextDecoder().decode(bytes);
  const events: SseEvent[] = [];
  let data: string[] = [];
  let name: string | null = null;
  const lines = text.split(/\r\n|\r|\n/).slice(0, -1);
  for (const current of lines) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(current) ?? [];
    if (current === '') {
      if (data.length > 0) events.push({ name, data: data.join('\n') });
      data = [];
      name = null;
    } else if (field === 'data') data.push(value);
    else if (field === 'event') name = value === '' ? null : value;
  }
  return events;
}

test('events match the specification’s algorithm', () => {
  fc.assert(
    fc.property(stream, places, (bytes, cuts) => {
      expect(readAll(splitAt(bytes, cuts)).events).toEqual(specified(bytes));
    }),
    { numRuns: 500 },
  );
});

test('exactly one leading byte order mark is dropped', () => {
  expect(read('\u{feff}data: a\n\n').events).toEqual([{ name: null, data: 'a' }]);
  expect(read('\u{feff}\u{feff}data: a\n\ndata: \u{feff}b\n\n')).toMatchObject({
    events: [{ data: '\u{feff}b' }],
    counts: { junkLines: 1 },
  });
});

test('invalid UTF-8 becomes U+FFFD and is counted; a U+FFFD that the service sent is not', () => {
  const bytes = Uint8Array.of(...bytesOf('data: '), 0xff, ...bytesOf('\u{fffd}'), 0xc3, ...bytesOf('!\n\n'));
  for (const parts of [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))]) {
    const { events, counts } = readAll(parts);
    expect(dataOf(events)).toEqual(['\u{fffd}\u{fffd}\u{fffd}!']);
    expect(counts.invalidUtf8).toBe(2);
  }
});

test('a drop inside a UTF-8 sequence loses no event before it', () => {
  const bytes = bytesOf('data: one\n\ndata: t\u{1f642}');
  const { events, open, counts } = readAll([bytes.subarray(0, -2)]);
  expect(dataOf(events)).toEqual(['one']);
  expect(open?.data).toBe('t\u{fffd}');
  expect(counts.invalidUtf8).toBe(1);
});

test('an event with carriage returns only is emitted before another byte arrives', () => {
  const reader = createSseReader();
  expect(dataOf(reader.feed(bytesOf('data: [DONE]\r\r')))).toEqual(['[DONE]']);
});

test('comments and junk lines are counted and ignored', () => {
  const { events, counts } = read(': beat\n:\n\nwhat: ever\nretry: soon\ndata: a\nid: 3\nretry: 10\n\n');
  expect(dataOf(events)).toEqual(['a']);
  expect(counts).toMatchObject({ comments: 2, junkLines: 2 });
});

test('several data lines are one value', () => {
  expect(dataOf(read('data: {"a":\ndata:1}\n\n').events)).toEqual(['{"a":\n1}']);
});

test('an event without its blank line is not emitted', () => {
  expect(read('data: a\n\ndata: b\n')).toMatchObject({ events: [{ data: 'a' }], open: { data: 'b' } });
});

test('an error field, as older servers send, is an error event', () => {
  expect(read('error: {"code":500}\n\n').events).toEqual([{ name: 'error', data: '{"code":500}' }]);
});

describe('memory is bounded', () => {
  const mebibyte = bytesOf('x'.repeat(1_024 * 1_024));

  test('an endless line is refused after 8 MiB', () => {
    const reader = createSseReader();
    const before = reader.feed(bytesOf('data: a\n\ndata: '));
    for (let i = 0; i < 9; i++) reader.feed(mebibyte);
    expect(dataOf(before)).toEqual(['a']);
    expect(reader.isTooLarge).toBe(true);
    expect(reader.feed(bytesOf('\n\ndata: b\n\n'))).toEqual([]);
  });

  test('an event of many lines is refused too, in one read or in many', () => {
    const bytes = bytesOf(`${`data: ${'x'.repeat(100_000)}\n`.repeat(90)}\ndata: b\n\n`);
    expect(readAll([bytes])).toMatchObject({ isTooLarge: true, events: [] });
    expect(readAll(splitAt(bytes, [1e6, 2e6, 5e6, 8e6]))).toMatchObject({ isTooLarge: true, events: [] });
  });

  test('an event of 1 MiB passes', () => {
    const { events, isTooLarge } = readAll([bytesOf('data: '), mebibyte, bytesOf('\n\n')]);
    expect(events[0]?.data.length).toBe(1_024 * 1_024);
    expect(isTooLarge).toBe(false);
  });
});

const block = fc.record({
  // Some nearly name the field: a field name is only the start of a line, up to its colon or end.
  lines: fc.array(
    fc.constantFrom(
      ': beat',
      'id: 4',
      'event: x',
      'id: data: 1',
      'd',
      'dxta: 1',
      'daxa: 1',
      'datx: 1',
      'xata: 1',
      'database: 1',
      ' data: 1',
    ),
    { maxLength: 3 },
  ),
  data: fc.option(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
      fc.constant('data'),
    ),
  ),
});

test('the offset of an event is the start of its block, however the bytes are split', () => {
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 12 }),
      fc.constantFrom('\n', '\r', '\r\n'),
      fc.array(fc.nat(), { maxLength: 8 }),
      (blocks, end, cuts) => {
        const starts: number[] = [];
        let text = '';
        for (const { lines, data } of blocks) {
          if (data !== null) starts.push(bytesOf(text).length);
          text += [...lines, ...(data === null ? [] : [data])].map((each) => each + end).join('') + end;
        }
        const reader = createSseReader();
        const found = splitAt(bytesOf(text), cuts).flatMap((part) =>
          reader.feed(part).map((_, position) => reader.offsetOf(position)),
        );
        expect(found).toEqual(starts);
      },
    ),
    { numRuns: 400 },
  );
});

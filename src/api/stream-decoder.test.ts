import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { CompletionChunk } from '#api/schema/completion-response.ts';
import { createStreamDecoder } from './stream-decoder.ts';
import { bytesOf, documentedChunk, event, splitAt, streamOf } from './testing/samples.ts';

function decode(parts: string | readonly Uint8Array[], { n = 1, isEventStream = true } = {}) {
  const decoder = createStreamDecoder({
    n,
    isEventStream,
    errorFrom: (fields, eventData) =>
      new ApiError('http', fields.message ?? 'no reason', { ...fields, eventData }),
    shown: (data) => data,
  });
  const events = [];
  for (const part of typeof parts === 'string' ? [bytesOf(parts)] : parts) {
    if (decoder.failure || decoder.isDone) break;
    events.push(...decoder.read(part));
  }
  if (!decoder.failure && !decoder.isDone) decoder.finish();
  const text = events.map(({ chunk }) => chunk.pieces.map((piece) => piece.text).join('')).join('');
  return { events, text, failure: decoder.failure, end: decoder.failure ? null : decoder.end() };
}

const finished = { finish_reason: 'stop' };
const endOf = (index: number) =>
  event(documentedChunk('a', { choices: [{ index, text: 'a' }], ...finished }));
const usageOf = (count: number) => ({ prompt_tokens: 1, completion_tokens: count, total_tokens: count + 1 });

describe('the verdict', () => {
  test.each([
    ['[DONE] came', streamOf(documentedChunk('a')), 'complete'],
    ['[DONE] with white space', `${event(documentedChunk('a'))}data:  [DONE] \n\n`, 'complete'],
    ['[DONE] without its blank line', `${event(documentedChunk('a'))}data: [DONE]\n`, 'complete'],
    ['[DONE] without any line end', `${event(documentedChunk('a'))}data: [DONE]`, 'complete'],
    ['[DONE] alone', 'data:[DONE]\n\n', 'complete'],
    ['all have ended, and so has the body', event(documentedChunk('a', finished)), 'complete-unmarked'],
    [
      'an unknown reason ends too',
      event(documentedChunk('a', { finish_reason: 'tired' })),
      'complete-unmarked',
    ],
    ['no mark and no reason', event(documentedChunk('a')), 'truncated'],
    ['an empty reason is none', event(documentedChunk('a', { finish_reason: '' })), 'truncated'],
    ['an unfinished event', `${event(documentedChunk('a'))}data: {"id"`, 'truncated'],
    ['nothing but keep-alives', ': beat\n\n: beat\n\n', 'truncated'],
    ['cut in the first event', 'data: {"id":"x"', 'truncated'],
    [
      'a last event without its blank line is discarded',
      `${event(documentedChunk('a'))}data: ${JSON.stringify(documentedChunk('b', finished))}\n`,
      'truncated',
    ],
  ])('%s', (_name, text, state) => {
    expect(decode(text)).toMatchObject({ failure: null, end: { state } });
  });

  test('several completions are complete once each of them is', () => {
    expect(decode(endOf(0) + endOf(1), { n: 2 }).end?.state).toBe('complete-unmarked');
    expect(decode(endOf(1) + endOf(1), { n: 2 }).end?.state).toBe('truncated');
  });

  test('the last usage that is not null wins', () => {
    const { end } = decode(
      streamOf(
        documentedChunk('a', { usage: usageOf(1) }),
        documentedChunk('b', { usage: usageOf(2) }),
        documentedChunk('c'),
      ),
    );
    expect(end?.usage).toEqual(usageOf(2));
  });
});

describe('events read and events ignored', () => {
  test('a token whose text is [DONE] is text', () => {
    expect(decode(streamOf(documentedChunk('[DONE]'), documentedChunk('!')))).toMatchObject({
      text: '[DONE]!',
    });
  });

  test('events after [DONE] are counted and not read', () => {
    const { text, end } = decode(`${streamOf(documentedChunk('a'))}${streamOf(documentedChunk('b'))}`);
    expect(text).toBe('a');
    expect(end?.counts).toMatchObject({ events: 1, afterDone: 2 });
  });

  test('the same event twice is appended twice', () => {
    expect(decode(streamOf(documentedChunk('ha'), documentedChunk('ha'))).text).toBe('haha');
  });

  test('an event of unknown name is read if it holds a chunk, else counted', () => {
    const chunk = `event: completion\n${event(documentedChunk('a'))}`;
    const { text, end } = decode(`event: ping\ndata: ok\n\n${chunk}data:\n\ndata: [DONE]\n\n`);
    expect(text).toBe('a');
    expect(end?.counts).toMatchObject({ events: 1, ignoredEvents: 2 });
  });

  test('a single event that holds the whole answer is read', () => {
    const answer = {
      id: 'x',
      choices: [{ text: 'all', finish_reason: 'eos' }],
      usage: null,
      object: 'text_completion',
    };
    expect(decode(event(answer))).toMatchObject({ text: 'all', end: { state: 'complete-unmarked' } });
  });
});

describe('failures keep what came before them', () => {
  const before = event(documentedChunk('kept'));

  test.each([
    ['an error object', event({ error: { message: 'm', type: 't', param: 'p', code: 'c' } })],
    [
      'an error object before [DONE]',
      streamOf({ error: { message: 'm', type: 't', param: 'p', code: 'c' } }),
    ],
    [
      'an error object without its blank line',
      `data: {"error":{"message":"m","type":"t","param":"p","code":"c"}}`,
    ],
    ['an error event', `event: error\ndata: {"message":"m","type":"t","param":"p","code":"c"}\n\n`],
    ['an error field', 'error: {"message":"m","type":"t","param":"p","code":"c"}\n\n'],
  ])('%s', (_name, text) => {
    const { text: kept, failure } = decode(before + text);
    expect(kept).toBe('kept');
    expect(failure).toMatchObject({ kind: 'http', serviceMessage: 'm', type: 't', param: 'p', code: 'c' });
  });

  test('an error event of plain text', () => {
    expect(decode(`${before}event: error\ndata: out of memory\n\n`).failure).toMatchObject({
      serviceMessage: 'out of memory',
      eventData: 'out of memory',
    });
  });

  test.each(['{"id":', '[DONE]x', 'hello', '[1]', '{"a":nan}'])(
    'a malformed event %j is reported by its position, not its text',
    (data) => {
      const { text, failure } = decode(before + event(data) + event(documentedChunk('b')));
      expect(text).toBe('kept');
      expect(failure).toMatchObject({ kind: 'decode', code: 'malformed_event', byteOffset: before.length });
      expect(failure?.eventData).toBe(data);
      expect(failure?.message).not.toContain(data);
    },
  );

  test('a choice that was not requested', () => {
    const chunk = documentedChunk('b', { choices: [{ index: 1, text: 'b' }] });
    expect(decode(before + event(chunk))).toMatchObject({
      text: 'kept',
      failure: { kind: 'decode', code: 'bad_index', eventData: JSON.stringify(chunk) },
    });
  });

  test('an event of more than 8 MiB', () => {
    const large = bytesOf(event('x'.repeat(9 * 1_024 * 1_024)));
    expect(decode([bytesOf(before), large])).toMatchObject({ text: 'kept', failure: { code: 'too_large' } });
  });

  test.each([
    ['no bytes', '', 'empty_answer'],
    ['blank lines', '\n\n\n', 'empty_answer'],
    ['plain text', 'upstream connect error', 'not_an_api_answer'],
  ])('no answer at all: %s', (_name, text, code) => {
    expect(decode(text, { isEventStream: false }).failure).toMatchObject({ kind: 'decode', code });
  });
});

test('each failure has a specific message', () => {
  const message = (text: string, n = 1) => decode(text, { n }).failure?.message;
  expect(message(event(documentedChunk('ä')) + event('{'))).toBe(
    `The service sent an event that is not valid JSON, at byte ${bytesOf(event(documentedChunk('ä'))).length} of the stream. The text before it is kept.`,
  );
  expect(message(event({ choices: [{ index: 2, text: 'b' }] }), 2)).toBe(
    'The service sent a choice whose index is not a whole number from 0 to 1. The text before it is kept.',
  );
  expect(message('')).toBe('The service sent an empty answer.');
  const large = event('x'.repeat(9 * 1_024 * 1_024));
  expect(message(large)).toBe(
    'The service sent an event or a line of more than 8 MiB, so reading was stopped.',
  );
  // Earlier events in the same read are more specific.
  expect(message(event({ error: 'out of memory' }) + large)).toBe('out of memory');
  expect(decode(streamOf(documentedChunk('a')) + large)).toMatchObject({ failure: null, text: 'a' });
});

test('an unfinished event is counted, and read if it is an error', () => {
  const open = 'event: error\ndata: {"detail":"out of memory"}';
  expect(decode(open).failure?.message).toBe('out of memory');
  const { counts: cut } = decode('data: {"id"').end ?? {};
  expect(cut).toMatchObject({ events: 0, ignoredEvents: 0, afterDone: 0, unterminated: 1 });
  const { counts: whole } = decode(streamOf(documentedChunk('a'))).end ?? {};
  expect(whole).toMatchObject({ events: 1, ignoredEvents: 0, afterDone: 0, unterminated: 0 });
});

test('an event named message is read like an unnamed one, and blank data is ignored', () => {
  expect(decode('event: message\ndata: ok\n\n').failure?.code).toBe('malformed_event');
  expect(decode('event: ping\ndata: ok\n\n').end?.counts).toMatchObject({ events: 0, ignoredEvents: 1 });
  expect(decode('data:  \n\n').end?.counts).toMatchObject({ events: 0, ignoredEvents: 1 });
});

test('lines that are not events are shown if the content type is not an event stream', () => {
  const parts = [bytesOf('upstream '), bytesOf('connect error')];
  expect(decode(parts, { isEventStream: false }).failure?.message).toBe(
    'This is not an API response; check the base address. It begins: upstream',
  );
  expect(decode(parts)).toMatchObject({
    failure: null,
    end: { state: 'truncated', counts: { junkLines: 1 } },
  });
  expect(decode(': beat\njunk\n', { isEventStream: false }).end?.counts).toMatchObject({ comments: 1 });
});

const words = fc.string({ unit: 'grapheme', maxLength: 6 });
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const count = fc.nat({ max: 1_000 });
const chunkOf = fc.record(
  {
    id: words,
    token: fc.record({
      id: fc.nat(),
      text: words,
      logprob: fc.double({ max: 0, noNaN: true, noDefaultInfinity: true }),
      special: fc.boolean(),
    }),
    choices: fc.array(fc.record({ index: fc.nat({ max: 3 }), text: words }, { requiredKeys: ['index'] }), {
      maxLength: 3,
    }),
    usage: nullable(fc.record({ prompt_tokens: count, completion_tokens: count, total_tokens: count })),
    seed: fc.maxSafeInteger(),
    finish_reason: nullable(fc.constantFrom('stop', 'eos', 'length')),
  },
  { requiredKeys: ['id', 'token', 'choices', 'usage', 'finish_reason'] },
);

test('the hand-written reader agrees with the schema on every documented chunk', () => {
  fc.assert(
    fc.property(chunkOf, (sent) => {
      const chunk = CompletionChunk.parse(JSON.parse(JSON.stringify(sent)));
      const { events } = decode(event(chunk), { n: 4 });
      const view = events[0]?.chunk;
      expect(view).toMatchObject({ id: chunk.id, usage: chunk.usage, seed: chunk.seed ?? null });
      expect(view?.pieces.map(({ index, text }) => [index, text])).toEqual(
        chunk.choices.map(({ index, text }) => [index, text ?? '']),
      );
      for (const { finishReason } of view?.pieces ?? []) expect(finishReason).toBe(chunk.finish_reason);
      const tokens = view?.pieces.flatMap((piece) => piece.tokens);
      expect(tokens).toEqual(
        chunk.choices.length === 1 ? [{ ...chunk.token, logprob: chunk.token.logprob }] : [],
      );
    }),
  );
});

test('any split of any stream gives the same events and the same verdict', () => {
  const payload = fc.oneof(
    { weight: 8, arbitrary: chunkOf.map((chunk) => event(chunk)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(': beat\n\n', '\r\n', 'data: [DONE]\n\n', 'data: {\n\n', 'junk\n'),
    },
  );
  fc.assert(
    fc.property(
      fc.array(payload, { maxLength: 8 }),
      fc.array(fc.nat(), { maxLength: 10 }),
      (payloads, cuts) => {
        const bytes = bytesOf(payloads.join(''));
        const whole = decode([bytes], { n: 4 });
        const split = decode(splitAt(bytes, cuts), { n: 4 });
        expect(split.events).toEqual(whole.events);
        expect(split.end?.state).toEqual(whole.end?.state);
        expect(split.failure?.message).toEqual(whole.failure?.message);
      },
    ),
    { numRuns: 300 },
  );
});

test('random bytes never throw', () => {
  const json = fc.json().map((text) => event(text));
  const anything = fc.oneof(fc.uint8Array({ maxLength: 300 }), json.map(bytesOf));
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 5 }), (parts) => {
      const { failure, end } = decode(parts, { n: 2 });
      expect(failure instanceof ApiError || end !== null).toBe(true);
    }),
    { numRuns: 500 },
  );
});

import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { createStreamDecoder } from './stream-decoder.ts';
import { writeEndlessly, createLocalServices } from '#api/testing/local-service.ts';
import { request, runStream as run } from './testing/run-stream.ts';
import { documentedChunk, event, streamOf } from './testing/samples.ts';

const { serve, serveStream, raw, closeAll } = createLocalServices();
afterEach(closeAll);

test('a whole stream: one request, every token, complete', async () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  const service = await serveStream((response) =>
    response.end(streamOf(documentedChunk('Hel'), documentedChunk('lo', { usage, finish_reason: 'eos' }))),
  );
  const { text, end, state } = await run(service);
  expect({ text, state }).toEqual({ text: 'Hello', state: 'complete' });
  expect(end).toMatchObject({ answeredAs: 'events', usage, counts: { events: 2 } });
  const body = JSON.stringify({ ...request, stream: true });
  expect(service.requests).toMatchObject([{ method: 'POST', url: '/v1/completions', body }]);
});

test('everything from one read arrives as one batch', async () => {
  const chunks = Array.from({ length: 200 }, (_, i) => documentedChunk(`${i} `));
  const { text, batches } = await run(await serveStream((response) => response.end(streamOf(...chunks))));
  expect(text.split(' ')).toHaveLength(201);
  expect(batches).toBeLessThan(20);
});

test('a byte at a time gives the same text', async () => {
  const bytes = Buffer.from(streamOf(documentedChunk('t\u{1f642}'), documentedChunk('ÿ')));
  const service = await serveStream((response) => {
    const next = (i: number) => {
      if (i < bytes.length) response.write(bytes.subarray(i, i + 1), () => next(i + 1));
      else response.end();
    };
    next(0);
  });
  expect(await run(service)).toMatchObject({ text: 't\u{1f642}ÿ', state: 'complete' });
});

test('gzip makes no difference', async () => {
  const service = await serve((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    response.end(gzipSync(streamOf(documentedChunk('packed'))));
  });
  expect(await run(service)).toMatchObject({ text: 'packed', state: 'complete' });
});

describe('the end', () => {
  test('[DONE] ends the stream at once although the socket stays open, and the server sees the close', async () => {
    let left: Promise<unknown> = Promise.resolve();
    const service = await serveStream((response) => {
      left = once(response, 'close');
      response.write(streamOf(documentedChunk('a')));
    });
    expect(await run(service)).toMatchObject({ text: 'a', state: 'complete' });
    await left;
  });

  test('a connection that closes without a length is truncated unless its end is proven', async () => {
    const header = 'HTTP/1.0 200 OK\r\ncontent-type: text/event-stream\r\n\r\n';
    expect(await run(await raw(header + event(documentedChunk('a'))))).toMatchObject({
      text: 'a',
      state: 'truncated',
    });
    const ended = event(documentedChunk('a', { finish_reason: 'stop' }));
    expect(await run(await raw(header + ended))).toMatchObject({ text: 'a', state: 'complete-unmarked' });
  });

  test('a broken connection is interrupted, even after every finish reason', async () => {
    const service = await serveStream((response) => {
      response.write(event(documentedChunk('a', { finish_reason: 'stop' })), () =>
        setImmediate(() => response.destroy()),
      );
    });
    const { text, state, error } = await run(service);
    expect({ text, state }).toEqual({ text: 'a', state: 'interrupted' });
    expect(error).toMatchObject({ kind: 'cut', code: 'body_cut' });
  });

  test('a connection that breaks right after [DONE] without its blank line is complete', async () => {
    const service = await serveStream((response) => {
      response.write(`${event(documentedChunk('a'))}data: [DONE]\n`, () =>
        setImmediate(() => response.destroy()),
      );
    });
    expect(await run(service)).toMatchObject({ text: 'a', state: 'complete' });
  });

  test('a mid-stream error fails with its fields and keeps the text', async () => {
    const service = await serveStream((response) => {
      response.end(
        streamOf(documentedChunk('a'), {
          error: { message: 'Key canary-7f3a expired.', type: 't', code: 'c' },
        }),
      );
    });
    const { text, state, error } = await run(service);
    expect({ text, state }).toEqual({ text: 'a', state: 'failed' });
    expect(error).toMatchObject({
      kind: 'http',
      status: 200,
      code: 'c',
      message: 'The service reported an error: Key [access token] expired.',
      eventData: '{"error":{"message":"Key [access token] expired.","type":"t","code":"c"}}',
    });
  });
});

describe('an answer that is not a stream', () => {
  const answer = {
    id: 'x',
    choices: [{ text: 'all', finish_reason: 'length' }],
    usage: null,
    created: 1,
    model: 'm',
  };

  test.each(['application/json', 'text/event-stream', 'text/plain'])(
    'one JSON answer as %s is read',
    async (type) => {
      const service = await serveStream(
        (response) => response.end(` \n${JSON.stringify(answer, null, 2)}`),
        type,
      );
      expect(await run(service)).toMatchObject({
        text: 'all',
        state: 'complete',
        end: { answeredAs: 'json' },
      });
    },
  );

  test('a JSON answer without a finish reason is still complete', async () => {
    const service = await serveStream((response) => response.end('{"choices":[{"text":"all"}]}'));
    expect(await run(service)).toMatchObject({ text: 'all', state: 'complete' });
  });

  test.each([
    ['an error with status 200', '{"error":{"message":"m"}}', 'failed', {}],
    ['a page', '<!doctype html><title>Sign in</title>', 'protocol-error', { code: 'not_an_api_answer' }],
    ['JSON of something else', '{"status":"ok"}', 'protocol-error', { code: 'not_an_api_answer' }],
    ['a list', '[]', 'protocol-error', { code: 'not_an_api_answer' }],
    ['half a JSON answer', '{"choices":[', 'protocol-error', { code: 'malformed_answer' }],
    ['nothing', '', 'protocol-error', { code: 'empty_answer' }],
    ['plain text', 'It works!', 'protocol-error', { code: 'not_an_api_answer' }],
  ])('%s', async (_name, body, state, fields) => {
    const outcome = await run(await serveStream((response) => response.end(body), 'text/plain'));
    expect(outcome).toMatchObject({ text: '', state, error: fields });
    expect(outcome.error).toBeInstanceOf(ApiError);
  });

  test('an endless page is abandoned once its beginning is known', async () => {
    let written = Promise.resolve(Infinity);
    const service = await serveStream((response) => {
      written = writeEndlessly(response, '<p>Sign in</p>'.repeat(1_000));
    }, 'text/html');
    const { error } = await run(service);
    expect(error).toMatchObject({ code: 'not_an_api_answer' });
    expect(String(error)).toContain('It begins: <p>Sign in</p>');
    // Only what fits into the buffers on the way, far below the limit for JSON.
    expect(await written).toBeLessThan(32 * 1_024 * 1_024);
  });

  test('events of another format, as the llama.cpp server sends outside /v1', async () => {
    const service = await serveStream((response) => response.end(event('{"index":0,"content":" upon"}')));
    const { state, error } = await run(service);
    expect({ state, error }).toMatchObject({ state: 'protocol-error', error: { code: 'not_an_api_answer' } });
    expect(String(error)).toContain('It begins: data: {"index":0,"content":" upon"');
  });

  test('no content', async () => {
    const service = await serve((response) => {
      response.writeHead(204);
      response.end();
    });
    expect(await run(service)).toMatchObject({ state: 'protocol-error', error: { code: 'empty_answer' } });
  });

  test('a missing content type is accepted', async () => {
    const { connection } = await raw(`HTTP/1.1 200 OK\r\n\r\n${streamOf(documentedChunk('a'))}`);
    expect(await run({ connection })).toMatchObject({ text: 'a', state: 'complete' });
  });
});

const errorFrom = () => new ApiError('http', 'reported');

/** One JSON answer, decoded. */
function wholeOf(text: string) {
  const decoder = createStreamDecoder({ n: 1, isEventStream: false, errorFrom, shown: (data) => data });
  return { events: decoder.readWhole(text), failure: decoder.failure, end: decoder.end() };
}

describe('one JSON answer in place of a stream', () => {
  test('is read and ends the stream', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 3, total_tokens: 4 };
    const text = JSON.stringify({ choices: [{ text: 'all' }], usage });
    const { events, failure, end } = wholeOf(text);
    expect(events).toMatchObject([{ data: text, chunk: { pieces: [{ text: 'all' }] } }]);
    expect({ failure, ...end }).toMatchObject({
      failure: null,
      state: 'complete',
      answeredAs: 'json',
      usage,
    });
  });

  test.each([
    ['{"error":"out of memory"}', { kind: 'http', message: 'reported' }],
    ['{"choices":[{"index":1,"text":"b"}]}', { kind: 'decode', code: 'bad_index' }],
    ['{"models":[]}', { kind: 'decode', code: 'not_an_api_answer' }],
    ['hello', { kind: 'decode', code: 'not_an_api_answer' }],
    ['{"choices":', { kind: 'decode', code: 'malformed_answer' }],
    ['', { kind: 'decode', code: 'not_an_api_answer' }],
  ])('fails where it is %s', (text, failure) => {
    expect(wholeOf(text)).toMatchObject({ events: [], failure });
  });
});

test('a random answer in place of a stream never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      const { events, failure } = wholeOf(text);
      expect(events.length === 1).toBe(failure === null);
    }),
  );
});

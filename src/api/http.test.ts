import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { writeEndlessly, startLocalService, createLocalServices } from '#api/testing/local-service.ts';
import { readJson } from './body.ts';
import { createClient } from './client.ts';
import type { Connection } from './connection.ts';
import { ApiError, endStateOf } from './errors.ts';
import { type HttpCall, send, readRetryAfterMs, createServiceClock } from './http.ts';

const { serve, raw, rawSocket, closeAll } = createLocalServices();
afterEach(closeAll);

const get: HttpCall = { method: 'GET', path: '/models', accept: 'application/json' };

/** The error of the request or of reading its answer. */
async function failureOf(connection: Connection, call: HttpCall = get): Promise<ApiError> {
  const thrown: unknown = await send(connection, fetch, call)
    .then(readJson)
    .catch((error: unknown) => error);
  if (!(thrown instanceof ApiError)) throw thrown;
  expect(thrown.message).not.toMatch(/undefined|\[object|canary|null/);
  return thrown;
}

test('the token goes into the Authorization header of the one request, and nowhere else', async () => {
  const { connection, requests } = await serve((response) => void response.end('[]'));
  await readJson(await send(connection, fetch, { ...get, query: { model: 'a b&c', none: undefined } }));
  expect(requests).toMatchObject([
    {
      method: 'GET',
      url: '/v1/models?model=a+b%26c',
      headers: { authorization: 'Bearer canary-7f3a', accept: 'application/json' },
    },
  ]);
});

test('without a token there is no Authorization header', async () => {
  const { connection, requests } = await serve((response) => void response.end('[]'));
  await readJson(
    await send({ ...connection, token: null }, fetch, { ...get, method: 'POST', body: { a: 1 } }),
  );
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
  expect(requests[0]).toMatchObject({ body: '{"a":1}', headers: { 'content-type': 'application/json' } });
});

const goOffline = () => void vi.stubGlobal('navigator', { onLine: false });

/** Sends a request that gets no answer, after `meanwhile`. */
function ask(meanwhile: () => void, baseUrl = 'http://a/v1') {
  const fail = async () => {
    meanwhile();
    throw new TypeError('failed');
  };
  return send({ id: 'a', baseUrl, token: null }, fail, get);
}

function messageFrom(origin: string) {
  vi.stubGlobal('location', { origin });
  return ask(() => undefined).catch(String);
}

test('the message for the page’s own server does not mention other addresses', async () => {
  try {
    expect(await messageFrom('http://a')).toMatch(/No answer from a\. Start this page’s server again/);
    expect(await messageFrom('http://b')).toMatch(/No answer from a\. .*CORS/);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a request made offline was never sent, one made before the network went down may have been', async () => {
  try {
    await expect(ask(goOffline)).rejects.toMatchObject({ code: 'went_offline' });
    await expect(ask(() => undefined)).rejects.toMatchObject({ code: 'offline' });
    await expect(ask(() => undefined, 'http://[::1]/v1')).rejects.toMatchObject({ code: 'unreachable' });
  } finally {
    vi.unstubAllGlobals();
  }
});

test.each(['canary\n7f3a', 'canary 7f3a', 'canary€', ''])(
  'a token that no header can carry is not sent: %j',
  async (token) => {
    const { connection, requests } = await serve((response) => void response.end('[]'));
    const failure = await failureOf({ ...connection, token });
    expect(failure).toMatchObject({ kind: 'network', code: 'not_sent' });
    expect(endStateOf(failure)).toBe('failed');
    expect(requests).toEqual([]);
  },
);

describe('an unsuccessful status', () => {
  const notFound =
    '404 Not found. The service may not offer this, or the base address is wrong: most end in /v1.';
  test('ErrorData is passed on completely, with the request id and Retry-After', async () => {
    const { connection } = await serve((response) => {
      response.writeHead(429, { 'retry-after': '7', 'x-request-id': 'r-1' });
      response.end(
        '{"error":{"message":"Too many.","type":"dynamic_request_limited","param":"n","code":"c"}}',
      );
    });
    const failure = await failureOf(connection);
    expect(failure).toMatchObject({
      kind: 'http',
      status: 429,
      serviceMessage: 'Too many.',
      type: 'dynamic_request_limited',
      param: 'n',
      code: 'c',
      retryAfterMs: 7_000,
      requestId: 'r-1',
      message: '429 Rate limit exceeded: Too many. Try again in 7 s.',
    });
    expect(endStateOf(failure)).toBe('failed');
  });

  test.each([
    [400, '', '400 Invalid request.'],
    [
      401,
      '{"error":"Bad key canary-7f3a"}',
      '401 Missing or invalid credentials: Bad key [access token]. Check the access token of this connection.',
    ],
    [404, '{"detail":"Not Found"}', notFound],
    [404, '{"error":{"message":null}}', notFound],
    [429, '', '429 Rate limit exceeded. It gave no readable wait time: wait before you try again.'],
    [502, '<html><h1>502 Bad Gateway</h1></html>', '502 Bad gateway.'],
    [503, '', '503 Service overloaded. Try again later.'],
    [504, '', '504 Request timed out.'],
    [418, '', "418 I'm a Teapot."],
    [599, '', '599 Service failed.'],
  ])('%d %j', async (status, body, message) => {
    const { connection } = await serve((response) => {
      response.writeHead(status);
      response.end(body);
    });
    const failure = await failureOf(connection);
    expect(failure).toMatchObject({ kind: 'http', status });
    expect(failure.message.replace('unknown.', 'Service failed.')).toBe(message);
  });

  test('a long token that a message was cut in is not shown either', async () => {
    const token = `canary-7f3a${'.'.repeat(1_000)}`;
    const { connection } = await serve((response) => void response.writeHead(401).end(`Bad key ${token}`));
    const { message } = await failureOf({ ...connection, token });
    expect(message).toContain('Bad key [access token].');
  });

  test('advice about a prompt comes only where one was sent', async () => {
    const { connection } = await serve((response, { url }) => {
      response.writeHead(Number(url.split('/').at(-1)));
      response.end();
    });
    const messageOf = async (method: 'GET' | 'POST', status: number) =>
      (await failureOf(connection, { ...get, method, path: `/${status}` })).message;
    expect(await messageOf('POST', 404)).toMatch(/^404 Not found\. Check the model and the base address\.$/);
    expect(await messageOf('GET', 403)).toBe('403 Refused. The token may lack a permission.');
    expect(await messageOf('POST', 403)).toContain('The prompt may exceed the context');
    expect(await messageOf('POST', 504)).toBe('504 Request timed out. It may or may not have run.');
  });

  test('an endless error body is read up to 64 KiB', async () => {
    const { connection } = await serve(async (response) => {
      response.writeHead(500);
      await writeEndlessly(response, 'x'.repeat(16_384));
    });
    const failure = await failureOf(connection);
    expect(failure).toMatchObject({ kind: 'http', status: 500 });
    expect(failure.serviceMessage).toHaveLength(200);
  });

  test('an error body that breaks off still gives its status', async () => {
    const { connection } = await raw('HTTP/1.1 503 Busy\r\ncontent-length: 900\r\n\r\nplease wa');
    expect(await failureOf(connection)).toMatchObject({
      kind: 'http',
      status: 503,
      serviceMessage: 'please wa',
    });
  });
});

describe('no answer', () => {
  test('a redirect is refused, so that the token does not follow it', async () => {
    const target = await serve((response) => void response.end('[]'));
    const { connection } = await serve((response) => {
      response.writeHead(307, { location: `${target.origin}/v1/models` });
      response.end();
    });
    const failure = await failureOf(connection);
    expect(failure).toMatchObject({ kind: 'network', code: 'unreachable' });
    expect(target.requests).toEqual([]);
  });

  test('the port is closed', async () => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const address = probe.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    probe.close();
    await once(probe, 'close');
    const failure = await failureOf({ id: 'x', baseUrl: `http://127.0.0.1:${port}/v1`, token: null });
    expect(failure).toMatchObject({ kind: 'network', code: 'unreachable', status: null });
    expect(failure.message).toMatch(/127\.0\.0\.1:\d+\. .*CORS/);
    expect(endStateOf(failure)).toBe('unanswered');
  });

  test('the connection is reset before the header', async () => {
    const service = await rawSocket((socket) => socket.resetAndDestroy());
    expect(await failureOf(service.connection)).toMatchObject({ kind: 'network' });
  });

  test('no header in time', async () => {
    const { connection } = await serve(() => {});
    const failure = await failureOf(connection, { ...get, headersWithinMs: 20 });
    expect(failure).toMatchObject({ kind: 'network', code: 'connect_timeout' });
    expect(failure.message).toContain('try again later');
    const run = await failureOf(connection, { ...get, method: 'POST', headersWithinMs: 20 });
    expect(run.message).toContain('may or may not have run');
  });

  test('a response that is not HTTP', async () => {
    const { connection } = await raw('220 mail.example ready\r\n');
    expect(await failureOf(connection)).toMatchObject({ kind: 'network' });
  });
});

describe('an answer that does not match the API', () => {
  test.each([
    ['an empty body', 200, '', 'empty_answer'],
    ['no content', 204, '', 'empty_answer'],
    ['a page', 200, '<!doctype html><title>Sign in</title>', 'not_an_api_answer'],
    ['plain text', 200, 'It works!', 'not_an_api_answer'],
    ['half of a JSON value', 200, '{"data":[', 'malformed_answer'],
  ])('%s', async (_name, status, body, code) => {
    const { connection } = await serve((response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body);
    });
    const failure = await failureOf(connection);
    expect(failure).toMatchObject({ kind: 'decode', code });
    expect(endStateOf(failure)).toBe('protocol-error');
  });
});

test('an endless page is abandoned once its beginning is known', async () => {
  let written = Promise.resolve(Infinity);
  const { connection } = await serve((response) => {
    written = writeEndlessly(response, '<p>Sign in</p>'.repeat(1_000));
  });
  expect(await failureOf(connection)).toMatchObject({ kind: 'decode', code: 'not_an_api_answer' });
  // Only what fits into the buffers on the way, far below the limit for JSON.
  expect(await written).toBeLessThan(32 * 1_024 * 1_024);
});

describe('an answer that breaks off', () => {
  const header = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

  const packed = gzipSync(Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 1_000).join());
  const broken = Buffer.from(packed).fill(0xff, 1_000, 1_400);
  const packedHeader = Buffer.from(
    `${header}content-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`,
  );

  test.each([
    ['short of its length', `${header}content-length: 100\r\n\r\n[1,`],
    ['inside a chunk', `${header}transfer-encoding: chunked\r\n\r\n10\r\n[1,2`],
    ['with a broken gzip', Buffer.concat([packedHeader, broken])],
    ['in the middle of a gzip', Buffer.concat([packedHeader, packed.subarray(0, 900)])],
  ])('%s', async (_name, bytes) => {
    const { connection } = await raw(bytes);
    const failure = await failureOf(connection);
    expect(failure).toMatchObject({ kind: 'cut', code: 'body_cut' });
    expect(endStateOf(failure)).toBe('interrupted');
  });
});

describe('an abort by the caller', () => {
  test('before the request, so nothing is sent', async () => {
    const { connection, requests } = await serve((response) => void response.end('[]'));
    const call = { ...get, signal: AbortSignal.abort() };
    await expect(failureOf(connection, call)).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toEqual([]);
  });

  test('while the service is silent, which throws an AbortError for any reason and closes the connection', async () => {
    const controller = new AbortController();
    let left: Promise<unknown> = Promise.resolve();
    const { connection } = await serve((response) => {
      left = once(response, 'close');
      controller.abort('enough');
    });
    await expect(failureOf(connection, { ...get, signal: controller.signal })).rejects.toSatisfy(
      (error) => endStateOf(error) === 'stopped',
    );
    await left;
  });

  test('while the body arrives', async () => {
    const controller = new AbortController();
    const { connection } = await serve((response) => void response.write('['));
    const answer = await send(connection, fetch, { ...get, signal: controller.signal });
    const reading = readJson(answer);
    controller.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('while an error body arrives', async () => {
    const controller = new AbortController();
    const { connection } = await serve((response) => {
      response.writeHead(500);
      response.write('{"error":', () => setImmediate(() => controller.abort()));
    });
    await expect(failureOf(connection, { ...get, signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

const now = Date.parse('2026-01-01T00:00:00Z');
const httpDate = 'Thu, 01 Jan 2026 00:00:00 GMT';

test.each<[string, Record<string, string>, number | null]>([
  ['nothing', {}, null],
  ['seconds', { 'retry-after': '12' }, 12_000],
  ['seconds and white space', { 'retry-after': ' 12 ' }, 12_000],
  ['a fraction', { 'retry-after': '1.5' }, 1_500],
  ['a year would be a date to Date.parse', { 'retry-after': '2027' }, 2_027_000],
  ['two headers joined', { 'retry-after': '3, 9' }, 3_000],
  ['zero', { 'retry-after': '0' }, 0],
  ['negative', { 'retry-after': '-5' }, 0],
  ['an hour, longer than anybody waits without being asked', { 'retry-after': '3600' }, 3_600_000],
  ['overflowing', { 'retry-after': '9'.repeat(400) }, 86_400_000],
  ['junk', { 'retry-after': 'soon' }, null],
  ['junk after digits', { 'retry-after': '12 parsecs' }, null],
  ['an empty value', { 'retry-after': '' }, null],
  ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
  ['a date in the past', { 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, 0],
  ['a date far ahead', { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }, 86_400_000],
  ['an old form of date', { 'retry-after': 'Thursday, 01-Jan-26 00:00:30 GMT' }, 30_000],
  ['an asctime date', { 'retry-after': 'Thu Jan  1 00:00:30 2026' }, 30_000],
  ['a date that is none', { 'retry-after': 'Thu, 99 Foo 2026' }, null],
  [
    'a date against a service clock of its own',
    { 'retry-after': 'Fri, 02 Jan 2026 00:00:20 GMT', date: 'Fri, 02 Jan 2026 00:00:00 GMT' },
    20_000,
  ],
  ['the reset of a limit', { 'x-ratelimit-reset': '4' }, 4_000],
  ['the reset as a Unix time', { 'x-ratelimit-reset': '1767225604' }, 4_000],
  ['the same in milliseconds', { 'x-ratelimit-reset': '1767225604000' }, 4_000],
  ['the reset beside a junk header', { 'retry-after': 'soon', 'x-ratelimit-reset': '4' }, 4_000],
  ['both', { 'retry-after': '2', 'x-ratelimit-reset': '4' }, 2_000],
])('%s', (_name, headers, expected) => {
  expect(readRetryAfterMs(new Headers({ date: httpDate, ...headers }), now)).toBe(expected);
});

test('the local clock is used without a readable Date header', () => {
  const headers = new Headers({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' });
  expect(readRetryAfterMs(headers, now - 10_000)).toBe(40_000);
});

const noon = Date.parse('2026-11-21T12:00:00Z');
const dated = (date: string) => new Headers({ date });

test('jitter alone is not a clock offset, a larger difference is', () => {
  const clock = createServiceClock();
  expect(clock.offsetMs()).toBeNull();
  clock.note(dated('Sat, 21 Nov 2026 12:00:00 GMT'), noon + 2_900);
  expect(clock.offsetMs()).toBe(0);
  clock.note(dated('Sat, 21 Nov 2026 12:00:00 GMT'), noon + 86_400_000);
  clock.note(dated('Sat, 21 Nov 2026 12:00:01 GMT'), noon + 86_400_000);
  expect(clock.offsetMs()).toBe(-86_400_000);
});

test('an answer without a readable date gives no offset', () => {
  const clock = createServiceClock();
  clock.note(new Headers(), noon);
  clock.note(dated('yesterday'), noon);
  expect(clock.offsetMs()).toBeNull();
});

test('a client knows the clock of its service once it has answered', async () => {
  const service = await startLocalService((response) => {
    response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end('{"data":[]}');
  });
  try {
    const client = createClient(service.connection);
    expect(client.clockOffsetMs()).toBeNull();
    await client.listFineTunes();
    const minutes = Math.round((client.clockOffsetMs() ?? 0) / 60_000);
    expect(minutes).toBe(-60);
  } finally {
    await service.close();
  }
});

import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { ErrorData } from '#api/schema/error-data.ts';
import { upstreamKey } from '#service/proxy/testing/dialect-server.ts';
import { startFront } from '#service/proxy/testing/front.ts';
import { chunkedHead, chunkOf, lastChunk, startRaw } from '#service/proxy/testing/raw-upstream.ts';
import { createRunning } from '#service/proxy/testing/running.ts';

const { keep, closeAll } = createRunning();
afterEach(closeAll);

async function answeredWith(bytes: string | Buffer) {
  const upstream = await keep(startRaw((socket) => socket.end(bytes)));
  return { upstream, front: await keep(startFront(upstream.baseUrl)) };
}

async function errorOf(response: Response): Promise<ErrorData['error']> {
  return ErrorData.parse(await response.json()).error;
}

function whole(status: string, type: string, body: string, ...headers: readonly string[]): string {
  const lines = [
    `HTTP/1.1 ${status}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

test.each([301, 302, 303, 307, 308, 300, 304])(
  'a redirect (%i) is 502 and is not followed',
  async (status) => {
    const elsewhere = await keep(startRaw((socket) => socket.end(whole('200 OK', 'application/json', '[]'))));
    const { upstream, front } = await answeredWith(
      whole(`${status} Elsewhere`, 'text/plain', 'x', `Location: ${elsewhere.baseUrl}/models`),
    );
    for (const answer of [await front.ask('/models'), await front.complete({ stream: true })]) {
      expect(answer.status).toBe(502);
      expect(answer.headers.get('location')).toBeNull();
      await expect(errorOf(answer)).resolves.toMatchObject({ code: 'upstream_redirect' });
    }
    expect(upstream.asked).toHaveLength(2);
    expect(elsewhere.asked).toEqual([]);
  },
);

test('a refused key is reported as a fault of this server, without the service’s words on the key', async () => {
  const said = `{"error":{"message":"Incorrect API key provided: ${upstreamKey.slice(0, 12)}***.","type":"invalid"}}`;
  const { front } = await answeredWith(
    whole('401 Unauthorized', 'application/json', said, 'WWW-Authenticate: Bearer'),
  );
  const answer = await front.complete({ stream: true });
  expect(answer.status).toBe(502);
  expect(answer.headers.get('www-authenticate')).toBeNull();
  const error = await errorOf(answer);
  expect(error.code).toBe('upstream_key_refused');
  expect(error.message).toMatch(
    /^127\.0\.0\.1:\d+ does not accept the access key of this server\. Check INFERDECK_API_KEY\.$/u,
  );
});

test('without a key none is sent, and a service that requires one is reported', async () => {
  const upstream = await keep(startRaw((socket) => socket.end(whole('401 No', 'text/plain', 'no'))));
  const front = await keep(startFront(upstream.baseUrl, { key: null }));
  const { message } = await errorOf(await front.ask('/models'));
  expect(message).toMatch(/asks for an access key\. Start this server with INFERDECK_API_KEY\.$/u);
  expect(upstream.asked.join('')).not.toMatch(/authorization/iu);
});

describe('errors are passed through with status and body', () => {
  test.each([
    [
      '400 Bad Request',
      'application/json',
      '{"error":{"message":"bad","type":"t","param":"n","code":null}}',
      'application/json',
    ],
    ['402 Payment Required', 'application/json', '{"error":"Credit limit reached"}', 'application/json'],
    [
      '403 Forbidden',
      'application/json; charset=utf-8',
      '{"message":"context too long"}',
      'application/json; charset=utf-8',
    ],
    ['404 Not Found', 'text/plain', 'nothing', 'text/plain; charset=utf-8'],
    ['422 Unprocessable', 'application/problem+json', '{"detail":[]}', 'text/plain; charset=utf-8'],
    ['502 Bad Gateway', 'text/html', '<html><script>alert(1)</script></html>', 'text/plain; charset=utf-8'],
    ['503 Overloaded', 'text/html; charset=utf-8', '<h1>Busy</h1>', 'text/plain; charset=utf-8'],
    ['529 Overloaded', 'application/json', '', 'application/json'],
    ['599 Last', 'application/json', '{}', 'application/json'],
  ])('%s as %s', async (status, type, body, passedType) => {
    const { front } = await answeredWith(whole(status, type, body));
    const answer = await front.complete({ stream: true });
    expect(answer.status).toBe(Number.parseInt(status, 10));
    expect(answer.headers.get('content-type')).toBe(passedType);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe(body);
  });
});

test.each([204, 205])('an answer without a body (%i) stays without one', async (status) => {
  const { front } = await answeredWith(`HTTP/1.1 ${status} None\r\nX-Request-Id: r1\r\n\r\n`);
  const answer = await front.complete({});
  expect([answer.status, await answer.text()]).toEqual([status, '']);
  expect(answer.headers.get('x-request-id')).toBe('r1');
});

test('a HEAD request waits for no body', async () => {
  const endless = whole('200 OK', 'application/json', '[]').replace('Length: 2', 'Length: 99');
  const upstream = await keep(startRaw((socket) => void socket.write(endless)));
  const front = await keep(startFront(upstream.baseUrl));
  const answer = await front.ask('/models', { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
});

test('the identity encoding may be named', async () => {
  const { front } = await answeredWith(
    whole('203 OK', 'application/json', '[]', 'Content-Encoding: identity'),
  );
  const answer = await front.ask('/models');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([203, 'application/json']);
  expect(await answer.text()).toBe('[]');
});

test('long JSON is passed on while it arrives, without the key', async () => {
  const begun = `["${'1'.repeat(1_500_000)}`;
  const half = upstreamKey.length / 2;
  let finish: (() => void) | undefined;
  const upstream = await keep(
    startRaw((socket) => {
      socket.write(chunkedHead('application/json') + chunkOf(begun + upstreamKey.slice(0, half)));
      finish = () => void socket.end(`${chunkOf(`${upstreamKey.slice(half)}"]`)}${lastChunk}`);
    }),
  );
  const front = await keep(startFront(upstream.baseUrl));
  const answer = await front.ask('/models');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    text += read.value;
    if (text.length < 1_400_000) continue;
    finish?.();
    finish = undefined;
  }
  expect(text.replace(begun, '')).toBe('[access key]"]');
});

test('long JSON that breaks off breaks off for the client, too', async () => {
  const head = whole('200 OK', 'application/json', '1'.repeat(2_000_000)).slice(0, -1);
  const { front } = await answeredWith(head);
  const answer = await front.ask('/models');
  await expect(answer.text()).rejects.toThrow();
  expect(front.breaks).toEqual(['ECONNRESET']);
});

test.each([400, 500])('an endless error (%i) is cut', async (status) => {
  const upstream = await keep(
    startRaw((socket) => {
      const more = () => void (socket.writable && socket.write(chunkOf('x'.repeat(20_000)), more));
      socket.write(chunkedHead('text/plain', `${status} No`), more);
    }),
  );
  const front = await keep(startFront(upstream.baseUrl));
  const answer = await front.ask('/models');
  expect(answer.status).toBe(status);
  expect(await answer.text()).toBe('x'.repeat(65_536));
});

test('an error that breaks off keeps the part received', async () => {
  const { front } = await answeredWith(
    'HTTP/1.1 500 No\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\nhalf of i',
  );
  const answer = await front.ask('/models');
  expect([answer.status, await answer.text()]).toEqual([500, 'half of i']);
});

test('an HTML page as an answer is passed through as plain text', async () => {
  const page = '<!doctype html><title>Sign in to this network</title>';
  const { front } = await answeredWith(whole('200 OK', 'text/html', page));
  const answer = await front.complete({ stream: true });
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toBe(page);
});

test.each([
  ['what is not HTTP', 'hello\r\n\r\n', 'upstream_malformed'],
  ['headers above 16 KiB', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 'upstream_malformed'],
  [
    'a length and chunks at once',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'upstream_malformed',
  ],
  ['a status below all that HTTP knows', whole('099 Odd', 'application/json', '{}'), 'upstream_malformed'],
  ['a status that HTTP does not know', whole('799 Odd', 'application/json', '{}'), 'upstream_malformed'],
  [
    'an encoding that was not asked for',
    whole('200 OK', 'application/json', 'xx', 'Content-Encoding: gzip'),
    'upstream_malformed',
  ],
  [
    'a change of protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
    'upstream_unreachable',
  ],
  ['nothing', '', 'upstream_unreachable'],
  ['half a header', 'HTTP/1.1 200 OK\r\nContent-Ty', 'upstream_unreachable'],
])('%s is 502', async (_name, bytes, code) => {
  const { upstream, front } = await answeredWith(bytes);
  for (const answer of [await front.ask('/models'), await front.complete({ stream: true })]) {
    expect(answer.status).toBe(502);
    expect(answer.headers.get('x-inferdeck-upstream')).toBe(new URL(upstream.baseUrl).host);
    const message: unknown = expect.stringMatching(/[\w)]\.$/u);
    await expect(errorOf(answer)).resolves.toMatchObject({ code, message });
  }
  expect(front.failures).toEqual([]);
});

test('an unreachable service is 502 with the system’s error code', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const address = closed.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  closed.close();
  const front = await keep(startFront(`http://127.0.0.1:${port}/v1`));
  const answer = await front.ask('/models');
  expect(answer.status).toBe(502);
  await expect(errorOf(answer)).resolves.toMatchObject({
    message: `No answer came from 127.0.0.1:${port} (ECONNREFUSED). Check that it runs, and that INFERDECK_UPSTREAM is its address.`,
    code: 'upstream_not_reached',
  });
});

test('a service that accepts the request and never answers is 504', async () => {
  const upstream = await keep(startRaw(() => {}));
  const front = await keep(
    startFront(upstream.baseUrl, { timeouts: { connectMs: 1_000, readMs: 30, generateMs: 30 } }),
  );
  for (const answer of [await front.ask('/models'), await front.complete({ stream: true })]) {
    expect(answer.status).toBe(504);
    await expect(errorOf(answer)).resolves.toMatchObject({ code: 'upstream_timeout', type: 'timeout_error' });
  }
});

describe('a service that repeats the key', () => {
  const echo = `you sent ${upstreamKey}`;
  const struck = 'you sent [access key]';
  const halves = [`data: ${upstreamKey.slice(0, 9)}`, `${upstreamKey.slice(9)}\n\n`];

  test.each([
    ['in an error', whole('400 Bad', 'text/plain', echo), struck],
    ['in JSON', whole('200 OK', 'application/json', JSON.stringify([echo])), JSON.stringify([struck])],
    [
      'in a stream',
      `${chunkedHead('text/event-stream')}${chunkOf(`data: ${echo}\n\n`)}${lastChunk}`,
      `data: ${struck}\n\n`,
    ],
    [
      'in two pieces',
      `${chunkedHead('text/event-stream')}${halves.map(chunkOf).join('')}${lastChunk}`,
      'data: [access key]\n\n',
    ],
    [
      'in headers',
      whole(
        '200 OK',
        'application/json',
        '[]',
        `X-Request-Id: ${upstreamKey}`,
        `X-RateLimit-${upstreamKey}: 1`,
      ),
      '[]',
    ],
    [
      'in an error that breaks off',
      `HTTP/1.1 500 No\r\nContent-Length: 99\r\n\r\nyou sent ${upstreamKey.slice(0, 20)}`,
      'you sent ',
    ],
  ])('%s does not reach the client', async (_place, bytes, received) => {
    const { front } = await answeredWith(bytes);
    const answer = await front.complete({ stream: true });
    expect(JSON.stringify([...answer.headers])).not.toContain(upstreamKey.slice(0, 9));
    expect(await answer.text()).toBe(received);
  });
});

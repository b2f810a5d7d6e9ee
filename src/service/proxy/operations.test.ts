import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#service/http/operation.ts';
import { parseUpstream } from './address.ts';
import { upstreamOperations } from './operations.ts';
import { type DialectServer, startDialect, upstreamKey } from '#service/proxy/testing/dialect-server.ts';
import { type Front, frontToken, startFront } from '#service/proxy/testing/front.ts';
import { hosted } from '#service/proxy/testing/hosted.ts';
import { createRunning } from '#service/proxy/testing/running.ts';

const { keep, closeAll } = createRunning();
let server: DialectServer;
let front: Front;

beforeEach(async () => {
  server = await keep(startDialect(hosted));
  front = await keep(startFront(server.baseUrl));
});

afterEach(closeAll);

const seen = () => server.requests.map(({ method, url }) => `${method} ${url}`);

test('exactly the routes of the service are forwarded', () => {
  const parsed = parseUpstream('https://api.example.com/v1', null);
  if (!parsed.ok) throw new Error(parsed.reason);
  const { signal } = new AbortController();
  const operations = upstreamOperations({ address: parsed.address, cut: signal, onInterrupted: () => {} });
  expect(operations.map(({ path }) => path).sort()).toEqual([...routes].sort());
});

test.each([
  ['/models', 'GET /v1/models'],
  ['/hardware', 'GET /v1/hardware'],
  ['/hardware?model=meta%2Fllama%20%26x=1', 'GET /v1/hardware?model=meta%2Fllama+%26x%3D1'],
  ['/fine-tunes', 'GET /v1/fine-tunes'],
  ['/fine-tunes/ft-1.a_b/checkpoints', 'GET /v1/fine-tunes/ft-1.a_b/checkpoints'],
  ['/fine-tunes/ft-1/events', 'GET /v1/fine-tunes/ft-1/events'],
  ['/fine-tunes/ft-1/metrics', 'GET /v1/fine-tunes/ft-1/metrics'],
  [
    '/fine-tunes/ft-1/metrics?resolution=100&global_step_from=5&logged_at_to=1738000000000000000',
    'GET /v1/fine-tunes/ft-1/metrics?global_step_from=5&logged_at_to=1738000000000000000&resolution=100',
  ],
  ['/jobs/job-1', 'GET /v1/jobs/job-1'],
])('%s is forwarded as %s', async (path, there) => {
  const answer = await front.ask(path);
  await answer.text();
  expect(seen()).toEqual([there]);
  expect(answer.headers.get('x-inferdeck-upstream')).toBe(new URL(server.baseUrl).host);
});

describe('requests that are never forwarded', () => {
  test.each([
    ['an operation that is not in the table', '/chat/completions', 404],
    ['files', '/files', 404],
    ['a deletion', '/fine-tunes/ft-1', 404],
    ['an identifier that leads elsewhere', '/jobs/..%2fmodels', 400],
    ['an identifier with a slash', '/jobs/a%2fb', 400],
    ['an identifier with a space', '/jobs/a%20b', 404],
    ['an identifier with a line break', '/jobs/a%0d%0aHost:x', 404],
    ['an unknown query key', '/models?limit=5', 400],
    ['a query key twice', '/hardware?model=a&model=b', 400],
    ['a target in the query', '/models?url=https://evil.example', 400],
  ])('%s', async (_name, path, status) => {
    expect((await front.ask(path)).status).toBe(status);
    expect(seen()).toEqual([]);
  });

  test('a request without credentials, with wrong ones, or of a foreign page', async () => {
    const body = { method: 'POST', body: '{"model":"m","prompt":"x"}' };
    const json = { 'content-type': 'application/json' };
    for (const headers of [
      json,
      { ...json, authorization: 'Bearer wrong' },
      { ...json, authorization: `Bearer ${upstreamKey}` },
      { ...json, authorization: `Bearer ${frontToken}`, origin: 'https://evil.example' },
      { authorization: `Bearer ${frontToken}`, 'content-type': 'text/plain' },
    ]) {
      const answer = await fetch(`${front.baseUrl}/completions`, { ...body, headers });
      expect(answer.ok).toBe(false);
    }
    expect(seen()).toEqual([]);
  });

  test.each(['', 'x', '{"model":', '[]', '"text"', 'null', '{"a":1}x'])('the body %j', async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await front.ask('/completions', { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(seen()).toEqual([]);
  });

  test.each(['[]', '"text"', 'null'])('the body %s, which is JSON but not an object', async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await front.ask('/completions', { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({
      error: { message: 'The request body must be a JSON object.', code: 'invalid_value' },
    });
  });
});

test('the page of this server is admitted without a token', async () => {
  const answer = await fetch(`${front.baseUrl}/models`, { headers: { 'sec-fetch-site': 'same-origin' } });
  expect([answer.status, await answer.text()]).toEqual([200, hosted.models]);
});

test('request headers are built from scratch, and none of the client’s are forwarded', async () => {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    cookie: 'inferdeck_session=secret',
    'x-forwarded-for': '10.1.1.1',
    'x-api-key': 'mine',
    'openai-organization': 'org',
    'accept-encoding': 'gzip, br',
    'accept-language': 'de',
    'user-agent': 'Evil/1.0',
    accept: '*/*',
    te: 'trailers',
  };
  const body = '{"model":"m","prompt":"Once","stream":true}';
  await (await front.ask('/completions', { method: 'POST', headers, body })).text();
  await (await front.ask('/models', { headers: { cookie: 'a=b' } })).text();
  const [post, get] = server.requests.map(({ headers: sent }) => Object.keys(sent).sort());
  expect(post).toEqual([
    'accept',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
  ]);
  expect(get).toEqual(['accept', 'authorization', 'connection', 'host', 'user-agent']);
  const own = {
    authorization: `Bearer ${upstreamKey}`,
    'user-agent': 'Inferdeck',
    host: new URL(server.baseUrl).host,
  };
  expect(server.requests[0]?.headers).toMatchObject({
    ...own,
    accept: 'text/event-stream, application/json',
    'content-type': 'application/json',
    'content-length': String(body.length),
  });
  expect(server.requests[1]?.headers).toMatchObject({ ...own, accept: 'application/json' });
});

test('only listed headers of the service are passed back', async () => {
  const answer = await front.complete({ prompt: 'refuse' });
  const names = [...answer.headers.keys()].filter(
    (name) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
  );
  expect(names).toEqual([
    'cache-control',
    'content-type',
    'cross-origin-resource-policy',
    'referrer-policy',
    'retry-after',
    'x-accel-buffering',
    'x-content-type-options',
    'x-inferdeck-upstream',
    'x-ratelimit-limit',
    'x-ratelimit-reset',
    'x-request-id',
  ]);
});

test('a body is forwarded unchanged, with numbers beyond 2^53 and unknown fields', async () => {
  const body =
    '{ "model":"m", "prompt":"Once \\u00fc", "seed":15233397453471893000, "service_tier":"x", "n":1e0 }';
  await (
    await front.ask('/completions', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  ).text();
  expect(server.requests[0]?.body).toBe(body);
});

test('nothing in a body changes its destination', async () => {
  const steering = {
    model: 'https://evil.example/x',
    base_url: 'https://evil.example',
    url: 'file:///etc/passwd',
    host: 'evil',
  };
  await (await front.complete(steering)).text();
  expect(seen()).toEqual(['POST /v1/completions']);
});

test('a HEAD request is answered without a body', async () => {
  const answer = await front.ask('/models', { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(seen()).toEqual(['GET /v1/models']);
});

test('connections to the service are reused', async () => {
  for (let turn = 0; turn < 5; turn += 1) await (await front.ask('/models')).text();
  expect(seen()).toHaveLength(5);
});

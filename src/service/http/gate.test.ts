import { describe, expect, test } from 'vitest';
import { ErrorData } from '#api/schema/error-data.ts';
import { readJson } from './body.ts';
import { createGate, type GateParts, requireIds, requireKnownQuery } from './gate.ts';
import type { Operation } from './operation.ts';

const origin = 'http://127.0.0.1:4173';
const token = 'right-token-4f1c';
const authorized = { authorization: `Bearer ${token}` };
const jsonType = { 'content-type': 'application/json' };

/** The gate in front of three operations that echo their request, and one that fails. */
function gateWith(parts: Partial<GateParts> = {}) {
  const failures: unknown[] = [];
  const operations: readonly Operation[] = [
    {
      method: 'POST',
      path: '/v1/completions',
      query: [],
      answer: async ({ request }) => Response.json(await readJson(request)),
    },
    {
      method: 'GET',
      path: '/v1/hardware',
      query: ['model', 'region'],
      answer: ({ request }) => new Response(new URL(request.url).search),
    },
    {
      method: 'GET',
      path: '/v1/fine-tunes/:id/events',
      query: [],
      answer({ ids }) {
        const headers = { 'Content-Type': 'application/json', 'Content-Length': ids['id'] ?? '' };
        return new Response(new Uint8Array(Number(ids['id'])), { headers });
      },
    },
    { method: 'GET', path: '/v1/jobs/:jobId', query: [], answer: ({ ids }) => Response.json(ids) },
    { method: 'GET', path: '/v1/models', query: [], answer: () => Promise.reject(new Error('insides')) },
  ];
  const gate = createGate(
    {
      token: token,
      ownOrigins: [origin],
      pageAccess: 'same-origin',
      onFailure: (error) => failures.push(error),
      ...parts,
    },
    operations,
  );
  const ask = (path: string, init: RequestInit = { headers: authorized }, address?: string) =>
    gate.fetch(new Request(`${origin}${path}`, init), address);
  return { ask, failures };
}

/** Status, type, code and field of an error, which must have a message and be ErrorData. */
async function refusalOf(response: Response) {
  const { error } = ErrorData.parse(await response.json());
  expect(error.message).toMatch(/^[A-Za-z][^\n]{10,}\.$/u);
  return { status: response.status, type: error.type, code: error.code, param: error.param };
}

function post(body: BodyInit | null, headers: Record<string, string> = jsonType): RequestInit {
  return { method: 'POST', body, headers: { ...authorized, ...headers } };
}

describe('every refusal is ErrorData with a message', () => {
  test.each<[string, string, RequestInit, Awaited<ReturnType<typeof refusalOf>>]>([
    [
      'another name of this address',
      '/v1/hardware',
      { headers: { ...authorized, host: 'evil.example' } },
      { status: 403, type: 'permission_error', code: 'host_not_allowed', param: 'Host' },
    ],
    [
      'a page of another origin',
      '/v1/hardware',
      { headers: { ...authorized, origin: 'http://evil.example' } },
      { status: 403, type: 'permission_error', code: 'origin_not_allowed', param: 'Origin' },
    ],
    [
      'a page of another site',
      '/v1/hardware',
      { headers: { ...authorized, 'sec-fetch-site': 'cross-site' } },
      { status: 403, type: 'permission_error', code: 'origin_not_allowed', param: 'Sec-Fetch-Site' },
    ],
    [
      'no credentials',
      '/v1/hardware',
      {},
      { status: 401, type: 'authentication_error', code: 'missing_api_key', param: 'Authorization' },
    ],
    [
      'wrong credentials',
      '/v1/hardware',
      { headers: { authorization: 'Bearer wrong' } },
      { status: 401, type: 'authentication_error', code: 'invalid_api_key', param: 'Authorization' },
    ],
    [
      'what is beside the sign-in, without credentials',
      '/session/',
      {},
      { status: 401, type: 'authentication_error', code: 'missing_api_key', param: 'Authorization' },
    ],
    [
      'a wrong access secret',
      '/session',
      { method: 'POST', body: '{"secret":"wrong"}', headers: jsonType },
      { status: 401, type: 'authentication_error', code: 'wrong_secret', param: 'Authorization' },
    ],
    [
      'an unknown path',
      '/v1/chat/completions',
      { headers: authorized },
      { status: 404, type: 'invalid_request_error', code: 'unknown_path', param: null },
    ],
    [
      'an identifier that nothing has',
      '/v1/jobs/a%20b',
      { headers: authorized },
      { status: 404, type: 'invalid_request_error', code: 'not_found', param: 'jobId' },
    ],
    [
      'an unknown parameter',
      '/v1/hardware?model=a&limit=5',
      { headers: authorized },
      { status: 400, type: 'invalid_request_error', code: 'unknown_parameter', param: 'limit' },
    ],
    [
      'a form',
      '/v1/completions',
      post('{}', { 'content-type': 'text/plain' }),
      { status: 415, type: 'invalid_request_error', code: 'unsupported_media_type', param: 'Content-Type' },
    ],
    [
      'no JSON',
      '/v1/completions',
      post('{'),
      { status: 400, type: 'invalid_request_error', code: 'invalid_json', param: null },
    ],
    [
      'no UTF-8',
      '/v1/completions',
      post(Uint8Array.of(0xff)),
      { status: 400, type: 'invalid_request_error', code: 'invalid_json', param: null },
    ],
    [
      'no body',
      '/v1/completions',
      post(null),
      { status: 400, type: 'invalid_request_error', code: 'invalid_json', param: null },
    ],
    [
      'too large a body',
      '/v1/completions',
      post('x'.repeat(1_048_577)),
      { status: 413, type: 'invalid_request_error', code: 'request_too_large', param: null },
    ],
    [
      'a failure inside',
      '/v1/models',
      { headers: authorized },
      { status: 500, type: 'server_error', code: 'internal_error', param: null },
    ],
  ])('%s', async (_name, path, init, expected) => {
    expect(await refusalOf(await gateWith().ask(path, init))).toEqual(expected);
  });

  test('a sign-in that is missing', async () => {
    const answer = await gateWith({ pageAccess: 'sign-in' }).ask('/v1/hardware', {});
    expect(await refusalOf(answer)).toEqual({
      status: 401,
      type: 'authentication_error',
      code: 'sign_in_required',
      param: 'Authorization',
    });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('a service that is stopping refuses every request', async () => {
    const stopping = new AbortController();
    const { ask } = gateWith({ stopping: stopping.signal });
    expect((await ask('/v1/hardware')).status).toBe(200);
    stopping.abort();
    for (const path of ['/v1/hardware', '/v1/nothing', '/session']) {
      expect(await refusalOf(await ask(path))).toMatchObject({ status: 503, code: 'shutting_down' });
    }
  });
});

test.each([
  ['PUT', '/v1/hardware', 'GET, HEAD'],
  ['GET', '/v1/completions', 'POST'],
  ['DELETE', '/v1/jobs/job-1', 'GET, HEAD'],
  ['OPTIONS', '/v1/hardware', 'GET, HEAD'],
  ['GET', '/session', 'POST, DELETE'],
])('%s %s is 405 with the allowed methods: %s', async (method, path, allow) => {
  const answer = await gateWith().ask(path, { method, headers: authorized });
  expect(answer.headers.get('allow')).toBe(allow);
  expect(await refusalOf(answer)).toEqual({
    status: 405,
    type: 'invalid_request_error',
    code: 'method_not_allowed',
    param: null,
  });
});

test('a valid request gets through: body, identifier and known parameters', async () => {
  const { ask, failures } = gateWith();
  expect(await (await ask('/v1/completions', post('{"a":[1]}'))).text()).toBe('{"a":[1]}');
  expect(await (await ask('/v1/hardware?region=x&model=a')).text()).toBe('?region=x&model=a');
  expect(await (await ask('/v1/jobs/job-1')).json()).toEqual({ jobId: 'job-1' });
  expect((await ask('/v1/jobs/job-1', { method: 'HEAD', headers: authorized })).status).toBe(200);
  expect(failures).toEqual([]);
});

test('signing in gives a session, signing out ends it, and both need no credentials', async () => {
  const { ask } = gateWith({ pageAccess: 'sign-in' });
  const signedIn = await ask('/session', {
    method: 'POST',
    headers: jsonType,
    body: JSON.stringify({ secret: token }),
  });
  expect(signedIn.status).toBe(204);
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1).join('') ?? '';
  expect((await ask('/v1/hardware', { headers: { cookie } })).status).toBe(200);
  const signedOut = await ask('/session', { method: 'DELETE', headers: { cookie } });
  expect(signedOut.status).toBe(204);
  expect(signedOut.headers.get('set-cookie')).toContain('Max-Age=0');
  expect((await ask('/v1/hardware', { headers: { cookie } })).status).toBe(401);
});

test.each(['null', '1', '"secret"', '[]', '{}', '{"secret":1}'])(
  'signing in with %s is refused by its field',
  async (body) => {
    const answer = await gateWith().ask('/session', { method: 'POST', headers: jsonType, body });
    expect(await refusalOf(answer)).toEqual({
      status: 400,
      type: 'invalid_request_error',
      code: 'invalid_value',
      param: 'secret',
    });
  },
);

test.each([
  [{}, false],
  [{ host: '10.0.0.5:4173', origin: 'http://10.0.0.5:4173' }, false],
  [{ host: 'deck.example.org', origin: 'https://deck.example.org' }, true],
])('signing in with %j gives a cookie that needs encryption: %s', async (headers, isSecure) => {
  const { ask } = gateWith({
    pageAccess: 'sign-in',
    ownOrigins: [origin, 'http://10.0.0.5:4173', 'https://deck.example.org'],
  });
  const body = JSON.stringify({ secret: token });
  const answer = await ask('/session', { method: 'POST', headers: { ...jsonType, ...headers }, body });
  expect(answer.headers.get('set-cookie')?.includes('Secure')).toBe(isSecure);
});

test('every answer forbids storing, sniffing, embedding and referrers', async () => {
  const { ask } = gateWith();
  for (const path of ['/v1/hardware', '/v1/nothing', '/v1/models', '/session']) {
    const { headers } = await ask(path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('an unknown path is named in the message, and a long one is cut', async () => {
  const { ask } = gateWith();
  const short = await (await ask('/v1/nothing')).text();
  expect(short).toContain('There is nothing at /v1/nothing.');
  const long = await (await ask(`/${'x'.repeat(1_000)}`)).text();
  expect(long).toContain(`at /${'x'.repeat(99)}.`);
});

test('an internal failure is reported with its cause and answered without it', async () => {
  const { ask, failures } = gateWith();
  expect(await (await ask('/v1/models')).text()).not.toContain('insides');
  expect(failures).toEqual([new Error('insides')]);
  await ask('/v1/nothing');
  expect(failures).toHaveLength(1);
  // The answer is the same without a listener.
  const unheard = createGate({ token: token, ownOrigins: [origin], pageAccess: 'same-origin' }, [
    { method: 'GET', path: '/v1/models', query: [], answer: () => Promise.reject(new Error('insides')) },
  ]);
  const request = new Request(`${origin}/v1/models`, { headers: authorized });
  expect((await unheard.fetch(request)).status).toBe(500);
});

test('guesses count by the address of the connection, or the one a trusted proxy names', async () => {
  let now = 0;
  const { ask } = gateWith({ pageAccess: 'sign-in', trustedProxies: ['10.0.0.2'], clock: () => now });
  const guess = async (address?: string, client?: string) => {
    const headers = {
      authorization: 'Bearer wrong',
      ...(client === undefined ? {} : { 'x-forwarded-for': client }),
    };
    return (await ask('/v1/hardware', { headers }, address)).status;
  };
  for (let count = 0; count < 10; count += 1) expect(await guess('10.0.0.2', '203.0.113.9')).toBe(401);
  expect(await guess('10.0.0.2', '203.0.113.9')).toBe(429);
  expect(await guess('203.0.113.9')).toBe(429);
  expect(await guess('10.0.0.2', '203.0.113.8')).toBe(401);
  expect(await guess('10.0.0.3', '203.0.113.9')).toBe(401);
  expect(await guess()).toBe(401);
  now += 60_000;
  expect(await guess('203.0.113.9')).toBe(401);
});

test('forwarded addresses are ignored where no proxy is trusted', async () => {
  const { ask } = gateWith({ pageAccess: 'sign-in' });
  const statuses = [];
  for (let count = 0; count < 11; count += 1) {
    const headers = { authorization: 'Bearer wrong', 'x-forwarded-for': `203.0.113.${count}` };
    statuses.push((await ask('/v1/hardware', { headers }, '10.0.0.2')).status);
  }
  expect(statuses.at(-1)).toBe(429);
});

test.each(['a', 'A.b_c-9', '...', '.a', 'a..', '-', '0Zz', 'a'.repeat(128)])('%s is an identifier', (id) => {
  expect(requireIds({ id, jobId: 'job-1' })).toEqual({ id, jobId: 'job-1' });
});

test.each(['', '.', '..', ' ', 'a ', ' a', '/a', 'a\n', 'a+b', '\u00e4', 'a:b', '%41', 'a'.repeat(129)])(
  '%j is not an identifier',
  (jobId) => {
    expect(() => requireIds({ id: 'a', jobId })).toThrow(
      expect.objectContaining({
        status: 404,
        message: 'jobId is not an identifier of this service.',
        details: { code: 'not_found', param: 'jobId' },
      }),
    );
  },
);

function check(query: string): void {
  requireKnownQuery(new Request(`http://127.0.0.1/v1/hardware${query}`), ['model', 'region']);
}

test.each(['', '?', '?model=a', '?region=&model=a%26x=1'])('the query %j is known', (query) => {
  expect(() => check(query)).not.toThrow();
});

test.each([
  ['?limit=5', 'limit'],
  ['?model=a&model=b', 'model'],
  ['?region=&model=a&region=', 'region'],
  ['?Model=a', 'Model'],
  ['?__proto__=a', '__proto__'],
  ['?=', ''],
  [`?${'x'.repeat(200)}=1`, 'x'.repeat(100)],
])('the query %s is refused for %j', (query, param) => {
  expect(() => check(query)).toThrow(
    expect.objectContaining({
      status: 400,
      message: 'The query has an unknown or repeated parameter.',
      details: { code: 'unknown_parameter', param },
    }),
  );
});

test('lists are compressed for whoever accepts it, long ones on another machine alone, and completions never', async () => {
  const { ask } = gateWith();
  const accepting = { ...authorized, 'accept-encoding': 'gzip, br' };
  const packed = await ask('/v1/jobs/job-1', { headers: accepting });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toBe('Accept-Encoding');
  const unpacked = packed.body?.pipeThrough(new DecompressionStream('gzip'));
  expect(await new Response(unpacked).json()).toEqual({ jobId: 'job-1' });
  const plain = await ask('/v1/jobs/job-1');
  expect(plain.headers.get('content-encoding')).toBeNull();
  const near = (path: string) => ask(path, { headers: accepting }, '::ffff:127.0.0.1');
  const encodings = (
    await Promise.all(['/v1/fine-tunes/2000/events', '/v1/fine-tunes/300000/events'].map(near))
  ).map(({ headers }) => headers.get('content-encoding'));
  expect(encodings).toEqual(['gzip', null]);
  // Of a length that is not known.
  expect((await near('/v1/jobs/job-1')).headers.get('content-encoding')).toBeNull();
  const completion = await ask('/v1/completions', post('{}', { ...jsonType, 'accept-encoding': 'gzip' }));
  expect(completion.headers.get('content-encoding')).toBeNull();
});

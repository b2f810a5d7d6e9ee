import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Model, isSampleModel } from '#api/schema/model.ts';
import { createService } from './service.ts';
import { errorOf, origin, type Started, startTestService, TOKEN } from './testing/started.ts';

let started: Started;

beforeAll(async () => {
  started = await startTestService();
});

afterAll(() => started.engine.close());

const page = { 'sec-fetch-site': 'same-origin', origin: origin };

const operations = [
  ['GET', '/v1/models'],
  ['POST', '/v1/completions'],
  ['GET', '/v1/hardware'],
  ['GET', '/v1/fine-tunes'],
  ['GET', '/v1/fine-tunes/ft-1/checkpoints'],
  ['GET', '/v1/fine-tunes/ft-1/events'],
  ['GET', '/v1/fine-tunes/ft-1/metrics'],
  ['GET', '/v1/jobs/job-1'],
] as const;

describe.each(operations)('%s %s', (method, path) => {
  test.each([
    ['no header', {}, 'missing_api_key'],
    ['a wrong token', { authorization: 'Bearer wrong' }, 'invalid_api_key'],
    ['the token and more', { authorization: `Bearer ${TOKEN}x` }, 'invalid_api_key'],
    ['a part of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 'invalid_api_key'],
    ['an empty header', { authorization: '' }, 'invalid_api_key'],
    ['no token after Bearer', { authorization: 'Bearer ' }, 'invalid_api_key'],
    ['another scheme', { authorization: `Basic ${btoa(`:${TOKEN}`)}` }, 'invalid_api_key'],
    ['the bare token', { authorization: TOKEN }, 'invalid_api_key'],
    ['two tokens', { authorization: `Bearer ${TOKEN}, Bearer ${TOKEN}` }, 'invalid_api_key'],
    ['a wrong token on the own page', { ...page, authorization: 'Bearer wrong' }, 'invalid_api_key'],
    ['the page without its Sec-Fetch-Site', { origin: origin }, 'missing_api_key'],
    ['a typed address', { 'sec-fetch-site': 'none' }, 'missing_api_key'],
    ['a token in the query only', {}, 'missing_api_key'],
  ])('%s is 401', async (_name, headers, code) => {
    const response = await started.fetch(path, { method, headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    await expect(errorOf(response)).resolves.toMatchObject({ type: 'authentication_error', code });
  });

  test.each([
    ['the token', { authorization: `Bearer ${TOKEN}` }],
    ['the scheme in lower case', { authorization: `bearer ${TOKEN}` }],
    ['the own page', page],
    ['the own page with the token', { ...page, authorization: `Bearer ${TOKEN}` }],
  ])('%s passes', async (_name, headers) => {
    const response = await started.fetch(path, { method, headers });
    expect(response.status).not.toBe(401);
    expect(response.status).not.toBe(403);
  });

  test.each([
    ['a foreign host', { host: 'evil.example:4173' }],
    ['a foreign page', { origin: 'http://evil.example' }],
    ['a foreign site', { 'sec-fetch-site': 'cross-site' }],
  ])('%s is 403, even with the token, and learns nothing from CORS headers', async (_name, marks) => {
    const headers = { authorization: `Bearer ${TOKEN}`, ...marks };
    const response = await started.fetch(path, { method, headers });
    expect(response.status).toBe(403);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    await expect(errorOf(response)).resolves.toMatchObject({ type: 'permission_error' });
  });

  test('another method is 405 and says which one is answered', async () => {
    const allow = method === 'GET' ? 'GET, HEAD' : 'POST';
    for (const other of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', method === 'GET' ? 'POST' : 'GET']) {
      const response = await started.fetch(path, {
        method: other,
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe(allow);
      await expect(errorOf(response)).resolves.toMatchObject({ code: 'method_not_allowed' });
    }
  });
});

test.each([
  ['an unknown path', 'GET', '/v1/nothing'],
  ['a malformed identifier', 'GET', '/v1/jobs/a%20b'],
  ['another method', 'DELETE', '/v1/models'],
  ['an unknown query', 'GET', '/v1/models?limit=5'],
  ['a path below that of signing in', 'POST', '/session/a'],
])('without credentials %s is 401', async (_name, method, path) => {
  const response = await started.fetch(path, { method });
  expect(response.status).toBe(401);
  await expect(errorOf(response)).resolves.toMatchObject({ code: 'missing_api_key' });
});

test.each(operations.slice(4))('%s %s is 404 for an unknown id', async (method, path) => {
  const response = await started.fetch(path, { method, headers: page });
  expect(response.status).toBe(404);
  await expect(errorOf(response)).resolves.toMatchObject({
    type: 'invalid_request_error',
    param: path.includes('jobs') ? 'jobId' : 'id',
    code: path.includes('jobs') ? 'job_not_found' : 'fine_tune_not_found',
  });
});

test('a new service has no fine-tunes', async () => {
  const response = await started.fetch('/v1/fine-tunes', { headers: page });
  await expect(response.json()).resolves.toEqual({ data: [] });
});

test.each([
  '/v1',
  '/v1/',
  '/v1/models/',
  '/v1/Models',
  '/v1/chat/completions',
  '/v1/jobs',
  '/v1/jobs/a/b',
  '/v2/models',
  '/v1/..%2fmodels',
])('%s is 404 in JSON', async (path) => {
  const response = await started.fetch(path, { headers: page });
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/json');
  await expect(errorOf(response)).resolves.toMatchObject({
    type: 'invalid_request_error',
    code: 'unknown_path',
  });
});

test.each(['a%20b', 'a%2Fb', 'a'.repeat(129), 'caf%C3%A9', 'a%00'])('%s is not an identifier', async (id) => {
  const response = await started.fetch(`/v1/jobs/${id}`, { headers: page });
  expect(response.status).toBe(404);
  await expect(errorOf(response)).resolves.toMatchObject({ param: 'jobId', code: 'not_found' });
});

test('an unknown or repeated query parameter is 400 with its name', async () => {
  for (const [path, param] of [
    ['/v1/models?token=x', 'token'],
    ['/v1/hardware?model=a&model=b', 'model'],
    ['/v1/fine-tunes?limit=5', 'limit'],
  ]) {
    const response = await started.fetch(path ?? '', { headers: page });
    expect(response.status).toBe(400);
    await expect(errorOf(response)).resolves.toMatchObject({ param, code: 'unknown_parameter' });
  }
});

test('every answer forbids storing, sniffing and embedding', async () => {
  for (const path of ['/v1/models', '/v1/nothing', '/session']) {
    const { headers } = await started.fetch(path, { headers: page });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
});

test('models are the real ones with their context, the safety model, then the samples', async () => {
  const response = await started.fetch('/v1/models', { headers: page });
  const models = z.array(Model).parse(await response.json());
  const [engineModel] = started.engine.models();
  expect(models[0]).toEqual({
    id: 'inferdeck/tale-1m',
    object: 'model',
    created: engineModel?.created,
    type: 'language',
    display_name: 'Tale 1M',
    organization: 'inferdeck',
    license: 'MIT',
    description: engineModel?.description ?? '',
    context_length: engineModel?.contextLength,
    pricing: { hourly: 0, input: 0, output: 0, base: 0, finetune: 0 },
    defaults: { temperature: 0.7 },
  });
  expect(models[1]).toMatchObject({ id: 'inferdeck/guard-words', type: 'moderation' });
  expect(models.slice(2).every((model) => isSampleModel(model))).toBe(true);
});

test('HEAD is answered like GET, without a body', async () => {
  const response = await started.fetch('/v1/models', { method: 'HEAD', headers: page });
  expect(response.status).toBe(200);
  await expect(response.text()).resolves.toBe('');
});

test('a service that is stopping starts nothing new', async () => {
  const { engine, model } = started;
  const service = createService({
    engine,
    token: TOKEN,
    ownOrigins: [origin],
    pageAccess: 'same-origin',
    pace: null,
    stopping: AbortSignal.abort(),
  });
  const response = await service.fetch(new Request(`${origin}/v1/models?${model}`, { headers: page }));
  expect(response.status).toBe(503);
  expect(response.headers.get('connection')).toBe('close');
  await expect(errorOf(response)).resolves.toMatchObject({ type: 'overloaded_error', code: 'shutting_down' });
});

test('an internal error is 500 without details, and is reported', async () => {
  const faults: unknown[] = [];
  const broken = {
    ...started.engine,
    models: () => {
      throw new TypeError('a secret');
    },
  };
  const parts = {
    engine: broken,
    token: TOKEN,
    ownOrigins: [origin],
    pageAccess: 'same-origin',
    pace: null,
  } as const;
  const service = createService({ ...parts, onFailure: (error) => faults.push(error) });
  const response = await service.fetch(new Request(`${origin}/v1/models`, { headers: page }));
  expect(response.status).toBe(500);
  await expect(errorOf(response)).resolves.toMatchObject({ type: 'server_error', code: 'internal_error' });
  expect(faults).toHaveLength(1);
});

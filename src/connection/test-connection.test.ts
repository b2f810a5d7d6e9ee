import { afterEach, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '#api/testing/local-service.ts';
import { testConnection } from './test-connection.ts';

const services: LocalService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

/** By path under /v1 or the other base; 404 for everything else. */
async function serve(statuses: Readonly<Record<string, number>>, otherBase?: string): Promise<LocalService> {
  const service = await startLocalService((response, { url }) => {
    const [, base = '', path = ''] = /^(.*\/)(.*)$/.exec(url) ?? [];
    const status = base.endsWith('/v1/') || base === otherBase ? (statuses[path] ?? 404) : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? [{ id: 'm' }] : { error: { message: 'Nothing here.' } }));
  });
  services.push(service);
  return service;
}

const ask = (
  baseUrl: string,
  signal = new AbortController().signal,
  onWait: (text: string) => void = () => {},
) => testConnection({ baseUrl, token: null }, signal, onWait);

test('it says what it waits for', async () => {
  const { origin } = await serve({ models: 200, completions: 400 });
  const waits: string[] = [];
  await ask(`${origin}/v1`, undefined, (text) => waits.push(text));
  expect(waits).toEqual([
    'Waiting for the list of models…',
    expect.stringMatching(/^Connected: 1 model in .+\. Waiting for completions, hardware and fine-tunes…$/),
  ]);
});

test('an address without /v1 gets a hint, one with it does not', async () => {
  const { origin } = await serve({ models: 200, completions: 400 });
  expect(await ask(`${origin}/v1`)).toMatchObject({ isGood: true });
  expect((await ask(origin)).text).toContain(`under ${origin}/v1: the address may be missing /v1`);
  expect((await ask(`${origin}/v1/models`)).text).not.toContain('missing /v1');
  expect((await ask(`${origin}/other/v1`)).text).not.toContain('may be missing');
});

test('an address beside /v1 that also lists the models, as of a llama.cpp server, leads to the one with it', async () => {
  const { origin } = await serve({ models: 200, completions: 400 }, '/');
  const outcome = await ask(origin);
  const problem = `It also answers under ${origin}/v1, where this interface is expected: use that address.`;
  expect(outcome).toMatchObject({ isGood: false, problem });
  expect(outcome.text).toContain(`${problem} Not available: completions`);
  expect(await ask(`${origin}/v1`)).toMatchObject({ isGood: true });
});

test('a cancelled test says so and does not look for a cause', async () => {
  const controller = new AbortController();
  const outcome = ask((await serve({})).origin, controller.signal);
  controller.abort();
  expect(await outcome).toEqual({ isGood: false, text: 'The test was cancelled.' });
});

test.each<[string, Record<string, number>, boolean, RegExp]>([
  [
    'all of the interface',
    { completions: 400, hardware: 200, 'fine-tunes': 200 },
    true,
    /^Connected: 1 model in .+\. Available: completions, hardware, fine-tunes\./,
  ],
  [
    'completions alone',
    { completions: 422 },
    true,
    /Available: completions\. Not available: hardware, fine-tunes\./,
  ],
  ['a list without completions', {}, false, /has no POST \/completions.*Not available: completions/],
  [
    'a token that may only list',
    { completions: 403 },
    false,
    /refuses completions with these credentials \(403: Nothing here\.\)\. Use a token/,
  ],
  ['completions that fail', { completions: 502 }, false, /completions fail: /],
  [
    'an empty request that fails',
    { completions: 500 },
    false,
    /empty completion request.* Run a prompt to see/,
  ],
])('%s is reported without generating text', async (_, statuses, isGood, text) => {
  const service = await serve({ models: 200, ...statuses });
  const outcome = await ask(service.connection.baseUrl);
  expect(outcome.text).toMatch(text);
  expect(outcome.isGood).toBe(isGood);
  expect(service.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual(['{}']);
});

test.each([
  [404, "model '' not found"],
  [500, '"prompt" is required'],
])('a service that answers %i for a missing field has completions', async (status, message) => {
  const service = await startLocalService((response, { method }) => {
    response.writeHead(method === 'POST' ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(method === 'POST' ? { error: { message } } : []));
  });
  services.push(service);
  expect(await ask(service.connection.baseUrl)).toMatchObject({ isGood: true, problem: null });
});

test('an unreadable answer to the empty request is not put down to CORS alone', async () => {
  const service = await startLocalService((response, { method }) => {
    if (method === 'POST') response.destroy();
    else response.end('[]');
  });
  services.push(service);
  const { text } = await ask(service.connection.baseUrl);
  expect(text).toMatch(/\(CORS\), or it fails on an empty request\. Run a prompt/);
});

test('a list in another dialect points to the compatible address', async () => {
  const service = await startLocalService((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ models: [{ name: 'm' }] }));
  });
  services.push(service);
  expect((await ask(service.connection.baseUrl)).text).toContain('OpenAI-compatible base address');
});

test('an address without /v1 gets the hint also where the service answers 200 to anything', async () => {
  const service = await startLocalService((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: 'Unexpected endpoint or method. (GET /models)' }));
  });
  services.push(service);
  const { text } = await ask(service.origin);
  expect(text).toContain('Unexpected endpoint or method. (GET /models)');
  expect(text).toContain('the address may be missing /v1');
});

import { afterEach, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '#api/testing/local-service.ts';
import { testConnection } from './test-connection.ts';

const services: LocalService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

/** A service that answers the list of models under /v1 alone. */
async function serve(): Promise<string> {
  const service = await startLocalService((response, { url }) => {
    const isRight = url.endsWith('/v1/models');
    response.writeHead(isRight ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRight ? [{ id: 'm' }] : { error: { message: 'Nothing here.' } }));
  });
  services.push(service);
  return new URL(service.connection.baseUrl).origin;
}

const ask = (baseUrl: string, signal = new AbortController().signal) =>
  testConnection({ baseUrl, token: null }, signal);

test('an address without its /v1 is told so, one that has it is not', async () => {
  const origin = await serve();
  expect(await ask(`${origin}/v1`)).toMatchObject({ isGood: true });
  expect((await ask(origin)).text).toContain(`under ${origin}/v1: the address may be missing /v1`);
  expect((await ask(`${origin}/other/v1`)).text).not.toContain('may lack');
});

test('a test that is cancelled says so and asks for no reason', async () => {
  const controller = new AbortController();
  const outcome = ask(await serve(), controller.signal);
  controller.abort();
  expect(await outcome).toEqual({ isGood: false, text: 'The test was cancelled.' });
});

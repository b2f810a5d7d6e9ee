import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListener } from '#service/http/listener.ts';
import { listen, type Listening } from '#service/http/server.ts';
import { createService } from '#service/service.ts';
import { answerTo } from '#service/testing/raw-call.ts';
import { type Started, startTestService, TOKEN } from '#service/testing/started.ts';

let started: Started;
let server: Listening;

beforeAll(async () => {
  started = await startTestService();
  server = await listen('127.0.0.1', 0);
  const { engine } = started;
  const ownOrigins = [`http://127.0.0.1:${server.port}`];
  // Slow enough that nothing here ends by itself.
  const service = createService({ engine, token: TOKEN, ownOrigins, pageAccess: 'same-origin', pace: 1 });
  server.serve(createListener((incoming) => service.fetch(incoming)));
});

afterAll(async () => {
  server.destroy();
  await server.stop();
  await started.engine.close();
});

function send(body: object): ClientRequest {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const options = { host: '127.0.0.1', port: server.port, path: '/v1/completions', method: 'POST', headers };
  const client = request(options);
  client.on('error', () => {});
  client.end(JSON.stringify({ model: started.model, prompt: 'Once', seed: 1, ...body }));
  return client;
}

const long = { n: 128, max_tokens: 400, logit_bias: { 1023: -100 } };

const ways: readonly (readonly [
  way: string,
  body: { readonly stream: boolean; readonly safety_model?: string },
])[] = [
  ['a stream that is being read', { ...long, stream: true }],
  ['a JSON answer that is being waited for', { ...long, stream: false }],
  ['a guarded stream', { ...long, stream: true, safety_model: 'inferdeck/guard-words' }],
];

test.each(ways)('a client that leaves %s frees the engine at once', async (_name, body) => {
  const client = send(body);
  if (body.stream) await answerTo(client);
  await expect.poll(async () => (await started.engine.stats()).active).toBeGreaterThan(0);
  client.destroy();
  await expect.poll(async () => (await started.engine.stats()).active).toBe(0);
  const { waiting, decodedTokens } = await started.engine.stats();
  expect(waiting).toBe(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect((await started.engine.stats()).decodedTokens).toBe(decodedTokens);
});

test('a reader that stops reading does not block the others', async () => {
  const slow = send({ ...long, stream: true, echo: true, prompt: 'The moon '.repeat(60), n: 128 });
  const response = await answerTo(slow);
  response.pause();
  const other = send({ max_tokens: 3 });
  const answer = await answerTo(other);
  expect(answer.statusCode).toBe(200);
  answer.resume();
  slow.destroy();
  await expect.poll(async () => (await started.engine.stats()).active).toBe(0);
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCertificate } from '#service/proxy/testing/certificate.ts';
import { upstreamKey } from '#service/proxy/testing/dialect-server.ts';
import { startFront } from '#service/proxy/testing/front.ts';

const { key, certificate } = makeCertificate();
const asked: (string | undefined)[] = [];
let server: Server;
let baseUrl = '';

beforeAll(async () => {
  server = createServer({ key, cert: certificate }, (incoming, outgoing) => {
    asked.push(incoming.headers.authorization);
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  baseUrl = `https://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`;
});

beforeEach(() => {
  asked.length = 0;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

test('a service with a trusted certificate is reached over TLS', async () => {
  const front = await startFront(baseUrl, { ca: certificate });
  const answer = await front.ask('/models');
  await front.close();
  expect(answer.status).toBe(200);
  expect(asked).toEqual([`Bearer ${upstreamKey}`]);
});

test('a service with an untrusted certificate never receives the key', async () => {
  const front = await startFront(baseUrl);
  const answer = await front.ask('/models');
  const text = await answer.text();
  await front.close();
  expect(answer.status).toBe(502);
  expect(text).toContain('"code":"upstream_unreachable"');
  expect(text).toContain('(DEPTH_ZERO_SELF_SIGNED_CERT)');
  expect(asked).toEqual([]);
});

test('a service with a certificate for another name never receives the key', async () => {
  const front = await startFront(baseUrl.replace('127.0.0.1', 'localhost'), { ca: certificate });
  const answer = await front.ask('/models');
  await front.close();
  expect(answer.status).toBe(502);
  expect(asked).toEqual([]);
});

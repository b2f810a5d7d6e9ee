import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRaw } from '#service/testing/raw-call.ts';
import { gateToken, type Served, startServed } from '#service/testing/served.ts';
import { tricksFor } from '#service/testing/tricks.ts';

let served: Served;

beforeAll(async () => {
  served = await startServed();
});

afterAll(() => served.close());

const names = tricksFor(0, '').map(({ name }, position) => [position, name] as const);

test('there are more than a hundred tricks with distinct names', () => {
  expect(names.length).toBeGreaterThan(100);
  expect(new Set(names.map(([, name]) => name)).size).toBe(names.length);
});

test('the plain request is answered, so a refused trick proves something', async () => {
  const head = `GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${gateToken}`;
  const { statuses, text } = await callRaw(served.port, `${head}\r\nConnection: close\r\n\r\n`);
  expect(statuses).toEqual([200]);
  expect(text).toContain('"id":"inferdeck/tale-1m"');
});

test.each(names)('%i: %s', async (position) => {
  const trick = tricksFor(served.port, served.model)[position];
  const { statuses, text } = await callRaw(served.port, trick?.bytes ?? '');
  expect(statuses.filter((status) => status < 400)).toEqual(trick?.may ?? []);
  expect(text.split('"id":"inferdeck/tale-1m"').length - 1).toBeLessThanOrEqual(trick?.may?.length ?? 0);
  expect(text).not.toContain(gateToken);
  expect(served.failures).toEqual([]);
});

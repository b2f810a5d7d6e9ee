// A wrong token is sent once, not by every poll.
import { expect, test } from 'vitest';
import { guardedFetch } from './use-client.ts';

function serviceThatAnswers(statuses: number[], headers: HeadersInit = {}) {
  const upstreams: (string | null)[] = [];
  let isRefused = false;
  const sent: string[] = [];
  const fetch = guardedFetch(
    (url, init) => {
      sent.push(`${init.method} ${url}`);
      return Promise.resolve(new Response(null, { status: statuses.shift() ?? 200, headers }));
    },
    {
      isRefused: () => isRefused,
      onRefused: () => (isRefused = true),
      onAccepted: () => (isRefused = false),
      onUpstream: (host) => upstreams.push(host),
    },
  );
  return { fetch, sent, upstreams };
}

test('after a 401 no poll goes out, and each gets its 401', async () => {
  const { fetch, sent } = serviceThatAnswers([401]);
  expect((await fetch('/models', { method: 'GET' })).status).toBe(401);
  const second = await fetch('/models', { method: 'GET' });
  expect(second.status).toBe(401);
  expect(await second.json()).toHaveProperty('error.message');
  expect(sent).toEqual(['GET /models']);
});

test('what a person sends still goes, and its success ends the refusal', async () => {
  const { fetch, sent } = serviceThatAnswers([401, 200, 200]);
  await fetch('/models', { method: 'GET' });
  await fetch('/completions', { method: 'POST' });
  expect((await fetch('/models', { method: 'GET' })).status).toBe(200);
  expect(sent).toHaveLength(3);
});

test('another failure changes nothing', async () => {
  const { fetch, sent } = serviceThatAnswers([500, 404, 200]);
  for (let call = 0; call < 3; call++) await fetch('/models', { method: 'GET' });
  expect(sent).toHaveLength(3);
});

test('an answer that was handed on says by whom it was given', async () => {
  const { fetch, upstreams } = serviceThatAnswers([200], { 'x-inferdeck-upstream': 'api.example.com' });
  await fetch('/models', { method: 'GET' });
  expect(upstreams).toEqual(['api.example.com']);
});

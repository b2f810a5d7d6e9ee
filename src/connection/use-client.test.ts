// API client: a refused token is sent once, not by every poll.
import { expect, test } from 'vitest';
import { guardedFetch } from './use-client.ts';

function serviceThatAnswers(statuses: number[], headers: HeadersInit = {}) {
  const upstreams: string[] = [];
  const answered: boolean[] = [];
  let isRefused = false;
  const gone = { isGone: false };
  const sent: string[] = [];
  const fetch = guardedFetch(
    (url, init) => {
      sent.push(`${init.method} ${url}`);
      const status = statuses.shift() ?? 200;
      return status === 0
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(new Response(null, { status, headers }));
    },
    {
      isGone: () => gone.isGone,
      isRefused: () => isRefused,
      onRefused: () => (isRefused = true),
      onAccepted: () => (isRefused = false),
      onUpstream: (host) => upstreams.push(host),
      onAnswered: (isAnswered) => answered.push(isAnswered),
    },
  );
  return { fetch, sent, upstreams, answered, gone };
}

test('after a 401 no poll is sent, and each poll gets the 401', async () => {
  const { fetch, sent } = serviceThatAnswers([401]);
  expect((await fetch('/models', { method: 'GET' })).status).toBe(401);
  const second = await fetch('/models', { method: 'GET' });
  expect(second.status).toBe(401);
  expect(await second.json()).toHaveProperty('error.message');
  expect(sent).toEqual(['GET /models']);
});

test('a request by the user is still sent, and its success ends the refusal', async () => {
  const { fetch, sent } = serviceThatAnswers([401, 200, 200]);
  await fetch('/models', { method: 'GET' });
  await fetch('/completions', { method: 'POST' });
  expect((await fetch('/models', { method: 'GET' })).status).toBe(200);
  expect(sent).toHaveLength(3);
});

test('what waited for a connection that is gone is not sent', async () => {
  const { fetch, sent, gone } = serviceThatAnswers([200]);
  gone.isGone = true;
  expect((await fetch('/completions', { method: 'POST' })).status).toBe(401);
  expect(sent).toEqual([]);
  gone.isGone = false;
  expect((await fetch('/completions', { method: 'POST' })).status).toBe(200);
});

test('another failure changes nothing', async () => {
  const { fetch, sent } = serviceThatAnswers([500, 404, 200]);
  for (let call = 0; call < 3; call++) await fetch('/models', { method: 'GET' });
  expect(sent).toHaveLength(3);
});

test('a forwarded answer names the service that gave it', async () => {
  const { fetch, upstreams } = serviceThatAnswers([200], { 'x-inferdeck-upstream': 'api.example.com' });
  await fetch('/models', { method: 'GET' });
  expect(upstreams).toEqual(['api.example.com']);
});

test('only a good answer without that name tells that the server answers itself', async () => {
  const { fetch, upstreams } = serviceThatAnswers([502, 401, 200]);
  // As by a reverse proxy while the server restarts, and by the server without a session.
  for (const method of ['GET', 'GET', 'POST']) await fetch('/models', { method });
  expect(upstreams).toEqual(['']);
});

test('a request without an answer is recorded, an aborted one is not', async () => {
  const { fetch, answered } = serviceThatAnswers([500, 0, 0]);
  await fetch('/models', { method: 'GET' });
  await expect(fetch('/completions', { method: 'POST' })).rejects.toThrow(TypeError);
  const signal = AbortSignal.abort();
  await expect(fetch('/completions', { method: 'POST', signal })).rejects.toThrow(TypeError);
  expect(answered).toEqual([true, false]);
});

import { expect, test, afterAll, beforeAll, describe } from 'vitest';
import { createService, type Service } from '#service/service.ts';
import { errorOf, type Started, startTestService, TOKEN } from '#service/testing/started.ts';
import { createSessions } from './sessions.ts';

const hourMs = 60 * 60 * 1000;

function requestWith(cookie: string): Request {
  return new Request('http://127.0.0.1/v1/models', { headers: { cookie } });
}

function pairOf(setCookie: string): string {
  return setCookie.split(';', 1).join('');
}

test('the cookie is hidden from scripts, and Secure exactly where the page is', () => {
  const sessions = createSessions(() => 0);
  expect(sessions.begin(false)).toMatch(
    /^inferdeck_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/u,
  );
  expect(sessions.begin(true)).toMatch(/; Secure$/u);
});

test('a session lasts twelve hours', () => {
  let now = 0;
  const sessions = createSessions(() => now);
  const request = requestWith(pairOf(sessions.begin(false)));
  expect(sessions.has(request)).toBe(true);
  now = 12 * hourMs - 1;
  expect(sessions.has(request)).toBe(true);
  now = 12 * hourMs;
  expect(sessions.has(request)).toBe(false);
});

test('signing out ends it on the server too', () => {
  const sessions = createSessions(() => 0);
  const request = requestWith(pairOf(sessions.begin(false)));
  const other = requestWith(pairOf(sessions.begin(false)));
  expect(sessions.end(request)).toBe('inferdeck_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict');
  expect(sessions.has(request)).toBe(false);
  expect(sessions.has(other)).toBe(true);
});

test('a request without any cookie is nobody, and signing it out ends nobody’s session', () => {
  const sessions = createSessions(() => 0);
  const somebody = requestWith(pairOf(sessions.begin(false)));
  const nobody = new Request('http://127.0.0.1/v1/models');
  expect(sessions.has(nobody)).toBe(false);
  expect(sessions.end(nobody)).toContain('Max-Age=0');
  expect(sessions.has(somebody)).toBe(true);
});

test('no two sessions have the same cookie', () => {
  const sessions = createSessions(() => 0);
  const pairs = Array.from({ length: 50 }, () => pairOf(sessions.begin(true)));
  expect(new Set(pairs).size).toBe(50);
});

test('an invented, an empty and a planted second cookie are nobody', () => {
  const sessions = createSessions(() => 0);
  const pair = pairOf(sessions.begin(false));
  expect(sessions.has(requestWith('inferdeck_session=invented'))).toBe(false);
  expect(sessions.has(requestWith('inferdeck_session='))).toBe(false);
  expect(sessions.has(requestWith(`${pair}; inferdeck_session=planted`))).toBe(false);
  expect(sessions.has(requestWith(`inferdeck_session=; ${pair}`))).toBe(false);
  expect(sessions.has(requestWith(`x${pair}`))).toBe(false);
  expect(sessions.has(requestWith(`theme=dark; ${pair}`))).toBe(true);
  expect(sessions.has(requestWith(`${pair};theme=dark`))).toBe(true);
});

test('what is kept is bounded: the oldest session gives way', () => {
  const sessions = createSessions(() => 0);
  const first = requestWith(pairOf(sessions.begin(false)));
  const second = requestWith(pairOf(sessions.begin(false)));
  for (let count = 0; count < 999; count += 1) sessions.begin(false);
  expect(sessions.has(first)).toBe(false);
  expect(sessions.has(second)).toBe(true);
});

const origin = 'https://deck.example.org';
const fromPage = { origin: origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

let started: Started;
let service: Service;
let now = 0;

beforeAll(async () => {
  started = await startTestService();
  service = createService({
    engine: started.engine,
    token: TOKEN,
    ownOrigins: [origin, 'http://10.0.0.5:4173'],
    pageAccess: 'sign-in',
    trustedProxies: ['10.0.0.2'],
    pace: null,
    clock: () => now,
  });
});

afterAll(() => started.engine.close());

function signIn(
  secret: unknown,
  headers: Record<string, string> = fromPage,
  address = 'a',
): Promise<Response> {
  const init = { method: 'POST', headers, body: JSON.stringify({ secret }) };
  return service.fetch(new Request(`${origin}/session`, init), address);
}

function models(headers: Record<string, string>, address = 'a'): Promise<Response> {
  return service.fetch(new Request(`${origin}/v1/models`, { headers }), address);
}

/** A wrong token, as a proxy hands it on for a client. */
function guessFrom(client: string, address: string): Promise<Response> {
  return models({ authorization: 'Bearer wrong', 'x-forwarded-for': client }, address);
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';', 1).join('') ?? '';
}

test('the marks of the own page are worth nothing here: others can send them', async () => {
  const response = await models({ origin: origin, 'sec-fetch-site': 'same-origin' });
  expect(response.status).toBe(401);
  await expect(errorOf(response)).resolves.toMatchObject({ code: 'sign_in_required' });
});

test('the access secret becomes a session, until it is signed out', async () => {
  const signedIn = await signIn(TOKEN);
  expect(signedIn.status).toBe(204);
  expect(signedIn.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict; Secure$/u);
  const cookie = cookieOf(signedIn);
  expect(cookie).not.toContain(TOKEN);
  expect((await models({ cookie })).status).toBe(200);
  const signedOut = await service.fetch(
    new Request(`${origin}/session`, { method: 'DELETE', headers: { ...fromPage, cookie } }),
  );
  expect(signedOut.status).toBe(204);
  expect((await models({ cookie })).status).toBe(401);
});

test('a session does not stand in for a wrong token', async () => {
  const cookie = cookieOf(await signIn(TOKEN));
  expect((await models({ cookie, authorization: 'Bearer wrong' }, 'b')).status).toBe(401);
});

test('a session of one page does not let another page in', async () => {
  const cookie = cookieOf(await signIn(TOKEN));
  expect((await models({ cookie, origin: 'https://evil.example' })).status).toBe(403);
  expect((await models({ cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
});

describe('signing in', () => {
  test.each([[1], [null], [['x']], [undefined]])('with %j is 400', async (secret) => {
    const response = await signIn(secret);
    expect(response.status).toBe(400);
    await expect(errorOf(response)).resolves.toMatchObject({ param: 'secret' });
  });

  test('from another page, or as a form, is refused', async () => {
    expect((await signIn(TOKEN, { ...fromPage, origin: 'https://evil.example' })).status).toBe(403);
    expect((await signIn(TOKEN, { ...fromPage, 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('the eleventh wrong guess of a minute waits, by whichever way it comes; the right secret never does', async () => {
    const wrong = { authorization: 'Bearer wrong' };
    const cookie = cookieOf(await signIn(TOKEN, fromPage, 'shared'));
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await signIn('wrong', fromPage, 'shared')).status).toBe(401);
      expect((await models(wrong, 'shared')).status).toBe(401);
    }
    const refused = await signIn('wrong', fromPage, 'shared');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await models(wrong, 'shared')).status).toBe(429);
    expect((await models(wrong, 'another')).status).toBe(401);
    expect((await models({ authorization: `Bearer ${TOKEN}` }, 'shared')).status).toBe(200);
    expect((await models({ cookie }, 'shared')).status).toBe(200);
    expect((await signIn(TOKEN, fromPage, 'shared')).status).toBe(204);
    now += 60_000;
    expect((await models(wrong, 'shared')).status).toBe(401);
  });

  test('behind a trusted proxy each client waits for its own wrong guesses', async () => {
    for (let guess = 0; guess < 10; guess += 1) await guessFrom('203.0.113.9', '10.0.0.2');
    expect((await guessFrom('203.0.113.9', '10.0.0.2')).status).toBe(429);
    expect((await guessFrom('203.0.113.10', '10.0.0.2')).status).toBe(401);
    // Without the proxy the header is the client's own invention.
    for (let guess = 0; guess < 10; guess += 1) await guessFrom(`203.0.113.${guess}`, '10.0.0.7');
    expect((await guessFrom('203.0.113.99', '10.0.0.7')).status).toBe(429);
  });
});

test('another method at /session is 405', async () => {
  const response = await service.fetch(new Request(`${origin}/session`));
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST, DELETE');
});

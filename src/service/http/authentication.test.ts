import { expect, test, afterAll, beforeAll, describe } from 'vitest';
import type { Service } from '#service/http/gate.ts';
import { createService } from '#service/service.ts';
import { errorOf, type Started, startTestService, TOKEN } from '#service/testing/started.ts';
import {
  limitFailures,
  createSessions,
  type Credentials,
  type PageAccess,
  requireCredentials,
  requireSecret,
  sameSecret,
  isOwnPage,
} from './authentication.ts';
import { HttpError } from './http-error.ts';

const hourMs = 60 * 60 * 1000;

function requestWith(cookie: string): Request {
  return new Request('http://127.0.0.1/v1/models', { headers: { cookie } });
}

function pairOf(setCookie: string): string {
  return setCookie.split(';', 1).join('');
}

test('the cookie is HttpOnly, and Secure exactly where the page is', () => {
  const sessions = createSessions(() => 0);
  expect(sessions.begin(false)).toMatch(
    /^inferdeck_session_[\da-f]{8}=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/u,
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
  expect(sessions.end(request)).toMatch(/^\w+=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict$/u);
  expect(sessions.has(request)).toBe(false);
  expect(sessions.has(other)).toBe(true);
});

test('a request without a cookie identifies no one, and signing it out ends no session', () => {
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

test('a made-up, an empty and a planted second cookie identify no one', () => {
  const sessions = createSessions(() => 0);
  const pair = pairOf(sessions.begin(false));
  const name = pair.replace(/=.*/u, '');
  expect(sessions.has(requestWith(`${name}=invented`))).toBe(false);
  expect(sessions.has(requestWith(`${name}=`))).toBe(false);
  expect(sessions.has(requestWith(`${pair}; ${name}=planted`))).toBe(false);
  expect(sessions.has(requestWith(`${name}=; ${pair}`))).toBe(false);
  expect(sessions.has(requestWith(`x${pair}`))).toBe(false);
  expect(sessions.has(requestWith(`theme=dark; ${pair}`))).toBe(true);
  expect(sessions.has(requestWith(`${pair};theme=dark`))).toBe(true);
});

test('the number of sessions is limited: the oldest is dropped', () => {
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

/** A wrong token, as a proxy forwards it for a client. */
function guessFrom(client: string, address: string): Promise<Response> {
  return models({ authorization: 'Bearer wrong', 'x-forwarded-for': client }, address);
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';', 1).join('') ?? '';
}

test('the headers of the own page grant no access here, as others can send them', async () => {
  const response = await models({ origin: origin, 'sec-fetch-site': 'same-origin' });
  expect(response.status).toBe(401);
  await expect(errorOf(response)).resolves.toMatchObject({ code: 'sign_in_required' });
});

test('the access secret opens a session, which lasts until sign-out', async () => {
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

test('a session does not make up for a wrong token', async () => {
  const cookie = cookieOf(await signIn(TOKEN));
  expect((await models({ cookie, authorization: 'Bearer wrong' }, 'b')).status).toBe(401);
});

test('a session of one page does not admit another page', async () => {
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

  test('the eleventh wrong guess within a minute has to wait, by any route; the right secret never does', async () => {
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

  test('behind a trusted proxy each client waits only for its own wrong guesses', async () => {
    for (let guess = 0; guess < 10; guess += 1) await guessFrom('203.0.113.9', '10.0.0.2');
    expect((await guessFrom('203.0.113.9', '10.0.0.2')).status).toBe(429);
    expect((await guessFrom('203.0.113.10', '10.0.0.2')).status).toBe(401);
    // Without the proxy the client could forge the header.
    for (let guess = 0; guess < 10; guess += 1) await guessFrom(`203.0.113.${guess}`, '10.0.0.7');
    expect((await guessFrom('203.0.113.99', '10.0.0.7')).status).toBe(429);
  });
});

test('another method at /session is 405', async () => {
  const response = await service.fetch(new Request(`${origin}/session`));
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST, DELETE');
});

const token = 'right-token-4f1c';
const page = { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:4173' };

function credentialsFor(pageAccess: PageAccess): Credentials {
  return {
    token: token,
    pageAccess,
    sessions: createSessions(() => 0),
    failures: limitFailures(() => 0),
  };
}

/** The refusal of a request with these headers; null when it is admitted. */
function refusalOf(headers: Record<string, string>, credentials: Credentials, address = '10.0.0.1') {
  const request = new Request('http://127.0.0.1:4173/v1/completions', { method: 'POST', headers });
  return caught(() => requireCredentials(request, address, credentials));
}

function caught(act: () => void): HttpError | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

/** 401, with the credentials that a client has to send. */
function unauthorized(code: string) {
  const headers = { 'WWW-Authenticate': 'Bearer' };
  return { status: 401, details: { code, param: 'Authorization', headers } };
}

describe.each(['same-origin', 'sign-in'] as const)('with %s for the page', (pageAccess) => {
  test.each([`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])(
    '%j is admitted',
    (authorization) => {
      expect(refusalOf({ authorization }, credentialsFor(pageAccess))).toBeNull();
    },
  );

  test.each([
    '',
    token,
    'Bearer',
    `Bearer${token}`,
    `xBearer ${token}`,
    `Bearer ${token} x`,
    `Bearer x ${token}`,
    `Bearer ${token}\u00e9`,
    `Bearer ${token}, Bearer ${token}`,
    `Basic ${token}`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token.toUpperCase()}`,
  ])('%j is refused, whatever else the request carries', (authorization) => {
    const credentials = credentialsFor(pageAccess);
    const cookie = credentials.sessions.begin(false).split(';', 1).join('');
    for (const more of [{}, page, { cookie }, { ...page, cookie }]) {
      expect(refusalOf({ ...more, authorization }, credentials)).toMatchObject(
        unauthorized('invalid_api_key'),
      );
    }
  });
});

test('a header that is not a bearer token differs from an empty token', () => {
  const credentials = { ...credentialsFor('same-origin'), token: '' };
  for (const authorization of ['', 'Bearer', 'Basic x'])
    expect(refusalOf({ authorization }, credentials)?.status).toBe(401);
});

test('on loopback only the headers of the own page admit it, and a session adds nothing', () => {
  const credentials = credentialsFor('same-origin');
  const cookie = credentials.sessions.begin(false).split(';', 1).join('');
  expect(refusalOf(page, credentials)).toBeNull();
  for (const headers of [{}, { cookie }, { origin: page.origin }]) {
    expect(refusalOf(headers, credentials)).toMatchObject(unauthorized('missing_api_key'));
  }
});

test('where a sign-in is required, a session is admitted and the headers of the page are not', () => {
  const credentials = credentialsFor('sign-in');
  const cookie = credentials.sessions.begin(false).split(';', 1).join('');
  expect(refusalOf({ cookie }, credentials)).toBeNull();
  for (const headers of [{}, page, { cookie: cookie.replace(/=.*/u, '=invented') }]) {
    expect(refusalOf(headers, credentials)).toMatchObject(unauthorized('sign_in_required'));
  }
});

test('wrong tokens count by address where others can reach the service, missing ones do not', () => {
  const credentials = credentialsFor('sign-in');
  for (let count = 0; count < 20; count += 1) refusalOf({}, credentials);
  for (let count = 0; count < 10; count += 1) {
    expect(refusalOf({ authorization: 'Bearer guess' }, credentials)?.status).toBe(401);
  }
  expect(refusalOf({ authorization: 'Bearer guess' }, credentials)?.status).toBe(429);
  expect(refusalOf({ authorization: 'Bearer guess' }, credentials, '10.0.0.2')?.status).toBe(401);
  // A client with the right one is not locked out by the mistakes of others.
  expect(refusalOf({ authorization: `Bearer ${token}` }, credentials)).toBeNull();
});

test('on loopback a wrong token is always 401, however often it comes', () => {
  const credentials = credentialsFor('same-origin');
  for (let count = 0; count < 20; count += 1) {
    expect(refusalOf({ authorization: 'Bearer guess' }, credentials)?.status).toBe(401);
  }
});

test.each(['same-origin', 'sign-in'] as const)(
  'a wrong secret also counts with %s for the page',
  (pageAccess) => {
    const credentials = credentialsFor(pageAccess);
    const refusal = (secret: string) => caught(() => requireSecret(secret, '10.0.0.1', credentials));
    for (let count = 0; count < 10; count += 1) {
      expect(refusal(`${token}x`)).toMatchObject(unauthorized('wrong_secret'));
    }
    expect(refusal('')?.status).toBe(429);
    expect(refusal(token)).toBeNull();
  },
);

test.each([
  ['a', 'a', true],
  ['', '', true],
  ['gr\u00fc\u00df', 'gr\u00fc\u00df', true],
  ['a', 'b', false],
  ['a', 'A', false],
  ['a', 'aa', false],
  ['a', '', false],
  ['a', 'a ', false],
  ['\u00fc', 'u\u0308', false],
])('whether %j and %j are the same secret: %s', (left, right, isSame) => {
  expect(sameSecret(left, right)).toBe(isSame);
  expect(sameSecret(right, left)).toBe(isSame);
});

const ownPage = {
  host: '127.0.0.1:4173',
  origin: 'http://127.0.0.1:4173',
  'sec-fetch-site': 'same-origin',
};

function isPage(headers: Record<string, string>, method = 'POST'): boolean {
  return isOwnPage(new Request('http://127.0.0.1:4173/v1/models', { method, headers }));
}

function without(name: keyof typeof ownPage): Record<string, string> {
  return Object.fromEntries(Object.entries(ownPage).filter(([key]) => key !== name));
}

test('the three headers together identify the own page', () => {
  expect(isPage(ownPage)).toBe(true);
  expect(isPage({ ...ownPage, host: 'localhost:4173' })).toBe(true);
  expect(isPage({ ...ownPage, host: '[::1]:4173' })).toBe(true);
  expect(isPage({ ...ownPage, host: '127.0.0.2:4173' })).toBe(true);
  expect(isPage({ ...ownPage, host: '127.0.0.1' })).toBe(true);
});

test('a GET may come without Origin, since browsers leave it out; a POST may not', () => {
  expect(isPage(without('origin'), 'GET')).toBe(true);
  expect(isPage(without('origin'), 'HEAD')).toBe(true);
  expect(isPage(without('origin'))).toBe(false);
});

test('a request without Sec-Fetch-Site, or with another value, is not the own page', () => {
  expect(isPage(without('sec-fetch-site'))).toBe(false);
  expect(isPage({ ...ownPage, 'sec-fetch-site': 'none' })).toBe(false);
  expect(isPage({ ...ownPage, 'sec-fetch-site': 'same-site' })).toBe(false);
});

test('a request under any name but loopback is not the own page', () => {
  expect(isPage({ ...ownPage, host: 'deck.example.org' })).toBe(false);
  expect(isPage({ ...ownPage, host: '192.168.1.5:4173' })).toBe(false);
  expect(isPage({ ...ownPage, host: '127.0.0.1.evil.example:4173' })).toBe(false);
  // Only a port at the end is left out of the name.
  for (const host of ['local:1host:4173', '127.0.0:1.1', 'localhost:x', 'localhost:123456'])
    expect(isPage({ ...ownPage, host })).toBe(false);
});

test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'connection'])(
  'a request forwarded by a proxy is not the own page, even with the right headers: %s',
  (name) => {
    expect(isPage({ ...ownPage, [name]: name === 'connection' ? 'close' : '10.0.0.1' })).toBe(false);
  },
);

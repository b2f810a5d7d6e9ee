import { describe, expect, test } from 'vitest';
import { limitFailures } from './failed-attempts.ts';
import { createSessions } from './sessions.ts';
import {
  type Credentials,
  type PageAccess,
  requireCredentials,
  requireSecret,
  sameSecret,
  isOwnPage,
} from './credentials.ts';
import { HttpError } from './http-error.ts';

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

/** What a request with these headers is refused with; null when it may go on. */
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

/** 401, with what a client has to send. */
function unauthorized(code: string) {
  const headers = { 'WWW-Authenticate': 'Bearer' };
  return { status: 401, details: { code, param: 'Authorization', headers } };
}

describe.each(['marks', 'sign-in'] as const)('with %s for the page', (pageAccess) => {
  test.each([`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])('%j may go on', (authorization) => {
    expect(refusalOf({ authorization }, credentialsFor(pageAccess))).toBeNull();
  });

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
  ])('%j is refused, whatever else the request has', (authorization) => {
    const credentials = credentialsFor(pageAccess);
    const cookie = credentials.sessions.begin(false).split(';', 1).join('');
    for (const more of [{}, page, { cookie }, { ...page, cookie }]) {
      expect(refusalOf({ ...more, authorization }, credentials)).toMatchObject(
        unauthorized('invalid_api_key'),
      );
    }
  });
});

test('what is no bearer token is not the same as a token that is empty', () => {
  const credentials = { ...credentialsFor('marks'), token: '' };
  for (const authorization of ['', 'Bearer', 'Basic x'])
    expect(refusalOf({ authorization }, credentials)?.status).toBe(401);
});

test('marks let the own page in and nobody else: a session is nothing to them', () => {
  const credentials = credentialsFor('marks');
  const cookie = credentials.sessions.begin(false).split(';', 1).join('');
  expect(refusalOf(page, credentials)).toBeNull();
  for (const headers of [{}, { cookie }, { origin: page.origin }]) {
    expect(refusalOf(headers, credentials)).toMatchObject(unauthorized('missing_api_key'));
  }
});

test('where a sign-in is asked for, a session is let in and the marks are nothing', () => {
  const credentials = credentialsFor('sign-in');
  const cookie = credentials.sessions.begin(false).split(';', 1).join('');
  expect(refusalOf({ cookie }, credentials)).toBeNull();
  for (const headers of [{}, page, { cookie: 'inferdeck_session=invented' }]) {
    expect(refusalOf(headers, credentials)).toMatchObject(unauthorized('sign_in_required'));
  }
});

test('wrong tokens are counted by address where others can reach the service, missing ones are not', () => {
  const credentials = credentialsFor('sign-in');
  for (let count = 0; count < 20; count += 1) refusalOf({}, credentials);
  for (let count = 0; count < 10; count += 1) {
    expect(refusalOf({ authorization: 'Bearer guess' }, credentials)?.status).toBe(401);
  }
  expect(refusalOf({ authorization: 'Bearer guess' }, credentials)?.status).toBe(429);
  expect(refusalOf({ authorization: 'Bearer guess' }, credentials, '10.0.0.2')?.status).toBe(401);
  // Nobody who has the right one is kept out by the mistakes of others.
  expect(refusalOf({ authorization: `Bearer ${token}` }, credentials)).toBeNull();
});

test('on loopback a wrong token is a mistake, and however often it comes it is told so', () => {
  const credentials = credentialsFor('marks');
  for (let count = 0; count < 20; count += 1) {
    expect(refusalOf({ authorization: 'Bearer guess' }, credentials)?.status).toBe(401);
  }
});

test.each(['marks', 'sign-in'] as const)(
  'a wrong secret is counted, with %s for the page, too',
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

test('the three marks together are the own page', () => {
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

test('without Sec-Fetch-Site, or with another value, it is not', () => {
  expect(isPage(without('sec-fetch-site'))).toBe(false);
  expect(isPage({ ...ownPage, 'sec-fetch-site': 'none' })).toBe(false);
  expect(isPage({ ...ownPage, 'sec-fetch-site': 'same-site' })).toBe(false);
});

test('under any other name than loopback it is not', () => {
  expect(isPage({ ...ownPage, host: 'deck.example.org' })).toBe(false);
  expect(isPage({ ...ownPage, host: '192.168.1.5:4173' })).toBe(false);
  expect(isPage({ ...ownPage, host: '127.0.0.1.evil.example:4173' })).toBe(false);
  // Only a port at the end is left out of the name.
  for (const host of ['local:1host:4173', '127.0.0:1.1', 'localhost:x', 'localhost:123456'])
    expect(isPage({ ...ownPage, host })).toBe(false);
});

test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])(
  'what a proxy passed on is not, although the marks are right: %s',
  (name) => {
    expect(isPage({ ...ownPage, [name]: '10.0.0.1' })).toBe(false);
  },
);

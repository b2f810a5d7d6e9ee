import { expect, test } from 'vitest';
import { keepSessions } from './sessions.ts';

const HOUR_MS = 60 * 60 * 1000;

function requestWith(cookie: string): Request {
  return new Request('http://127.0.0.1/v1/models', { headers: { cookie } });
}

function pairOf(setCookie: string): string {
  return setCookie.split(';', 1).join('');
}

test('the cookie is hidden from scripts, and Secure exactly where the page is', () => {
  const sessions = keepSessions(() => 0);
  expect(sessions.begin(false)).toMatch(
    /^inferdeck_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/u,
  );
  expect(sessions.begin(true)).toMatch(/; Secure$/u);
});

test('a session lasts twelve hours', () => {
  let now = 0;
  const sessions = keepSessions(() => now);
  const request = requestWith(pairOf(sessions.begin(false)));
  expect(sessions.has(request)).toBe(true);
  now = 12 * HOUR_MS - 1;
  expect(sessions.has(request)).toBe(true);
  now = 12 * HOUR_MS;
  expect(sessions.has(request)).toBe(false);
});

test('signing out ends it on the server too', () => {
  const sessions = keepSessions(() => 0);
  const request = requestWith(pairOf(sessions.begin(false)));
  const other = requestWith(pairOf(sessions.begin(false)));
  expect(sessions.end(request)).toBe('inferdeck_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict');
  expect(sessions.has(request)).toBe(false);
  expect(sessions.has(other)).toBe(true);
});

test('a request without any cookie is nobody, and signing it out ends nobody’s session', () => {
  const sessions = keepSessions(() => 0);
  const somebody = requestWith(pairOf(sessions.begin(false)));
  const nobody = new Request('http://127.0.0.1/v1/models');
  expect(sessions.has(nobody)).toBe(false);
  expect(sessions.end(nobody)).toContain('Max-Age=0');
  expect(sessions.has(somebody)).toBe(true);
});

test('no two sessions have the same cookie', () => {
  const sessions = keepSessions(() => 0);
  const pairs = Array.from({ length: 50 }, () => pairOf(sessions.begin(true)));
  expect(new Set(pairs).size).toBe(50);
});

test('an invented, an empty and a planted second cookie are nobody', () => {
  const sessions = keepSessions(() => 0);
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
  const sessions = keepSessions(() => 0);
  const first = requestWith(pairOf(sessions.begin(false)));
  const second = requestWith(pairOf(sessions.begin(false)));
  for (let count = 0; count < 999; count += 1) sessions.begin(false);
  expect(sessions.has(first)).toBe(false);
  expect(sessions.has(second)).toBe(true);
});

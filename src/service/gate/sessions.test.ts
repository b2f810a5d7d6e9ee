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
  expect(sessions.end(request)).toContain('Max-Age=0');
  expect(sessions.has(request)).toBe(false);
});

test('an invented, an empty and a planted second cookie are nobody', () => {
  const sessions = keepSessions(() => 0);
  const pair = pairOf(sessions.begin(false));
  expect(sessions.has(requestWith('inferdeck_session=invented'))).toBe(false);
  expect(sessions.has(requestWith('inferdeck_session='))).toBe(false);
  expect(sessions.has(requestWith(`${pair}; inferdeck_session=planted`))).toBe(false);
  expect(sessions.has(requestWith(`theme=dark; ${pair}`))).toBe(true);
});

test('what is kept is bounded: the oldest session gives way', () => {
  const sessions = keepSessions(() => 0);
  const first = requestWith(pairOf(sessions.begin(false)));
  const second = requestWith(pairOf(sessions.begin(false)));
  for (let count = 0; count < 999; count += 1) sessions.begin(false);
  expect(sessions.has(first)).toBe(false);
  expect(sessions.has(second)).toBe(true);
});

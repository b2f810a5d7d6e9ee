import { expect, test } from 'vitest';
import { isOwnPage } from './own-page.ts';

const PAGE = {
  host: '127.0.0.1:4173',
  origin: 'http://127.0.0.1:4173',
  'sec-fetch-site': 'same-origin',
};

function isPage(headers: Record<string, string>, method = 'POST'): boolean {
  return isOwnPage(new Request('http://127.0.0.1:4173/v1/models', { method, headers }));
}

function without(name: keyof typeof PAGE): Record<string, string> {
  return Object.fromEntries(Object.entries(PAGE).filter(([key]) => key !== name));
}

test('the three marks together are the own page', () => {
  expect(isPage(PAGE)).toBe(true);
  expect(isPage({ ...PAGE, host: 'localhost:4173' })).toBe(true);
  expect(isPage({ ...PAGE, host: '[::1]:4173' })).toBe(true);
  expect(isPage({ ...PAGE, host: '127.0.0.2:4173' })).toBe(true);
  expect(isPage({ ...PAGE, host: '127.0.0.1' })).toBe(true);
});

test('a GET may come without Origin, since browsers leave it out; a POST may not', () => {
  expect(isPage(without('origin'), 'GET')).toBe(true);
  expect(isPage(without('origin'), 'HEAD')).toBe(true);
  expect(isPage(without('origin'))).toBe(false);
});

test('without Sec-Fetch-Site, or with another value, it is not', () => {
  expect(isPage(without('sec-fetch-site'))).toBe(false);
  expect(isPage({ ...PAGE, 'sec-fetch-site': 'none' })).toBe(false);
  expect(isPage({ ...PAGE, 'sec-fetch-site': 'same-site' })).toBe(false);
});

test('under any other name than loopback it is not', () => {
  expect(isPage({ ...PAGE, host: 'deck.example.org' })).toBe(false);
  expect(isPage({ ...PAGE, host: '192.168.1.5:4173' })).toBe(false);
  expect(isPage({ ...PAGE, host: '127.0.0.1.evil.example:4173' })).toBe(false);
  // Only a port at the end is left out of the name.
  for (const host of ['local:1host:4173', '127.0.0:1.1', 'localhost:x', 'localhost:123456'])
    expect(isPage({ ...PAGE, host })).toBe(false);
});

test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])(
  'what a proxy passed on is not, although the marks are right: %s',
  (name) => {
    expect(isPage({ ...PAGE, [name]: '10.0.0.1' })).toBe(false);
  },
);

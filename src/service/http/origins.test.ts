import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HttpError } from './http-error.ts';
import { hostOf, ownOrigins, requireOwnAddress, addressOf, originsOf } from './origins.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const own = ownOrigins([
  'http://127.0.0.1:4173',
  'http://localhost:4173',
  'http://[::1]:4173',
  'https://deck.example.org',
]);

function paramOf(headers: Record<string, string>): string | null {
  try {
    requireOwnAddress(new Request('http://127.0.0.1:4173/v1/models', { headers }), own);
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error.details.param ?? 'none';
    throw error;
  }
}

describe('Host', () => {
  test.each([
    '127.0.0.1:4173',
    'localhost:4173',
    'LOCALHOST:4173',
    '[::1]:4173',
    'deck.example.org',
    'deck.example.org:443',
  ])('%s is the service’s own', (host) => {
    expect(paramOf({ host })).toBeNull();
  });

  test.each([
    'evil.example',
    'evil.example:4173',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.0.0.1:4174',
    '127.0.0.2:4173',
    '2130706433:4173',
    '0x7f.1:4173',
    'localhost.:4173',
    'localhost.evil.example:4173',
    '127.0.0.1:4173.evil.example',
    '127.0.0.1:4173:80',
    'deck.example.org:80',
    'deck.example.org:4173',
    'user@127.0.0.1:4173',
    '[::ffff:127.0.0.1]:4173',
    '',
  ])('%j is not', (host) => {
    expect(paramOf({ host })).toBe('Host');
  });
});

describe('Origin', () => {
  test('a page of the same host passes', () => {
    expect(paramOf({ host: 'localhost:4173', origin: 'http://localhost:4173' })).toBeNull();
    expect(paramOf({ host: 'deck.example.org', origin: 'https://deck.example.org' })).toBeNull();
  });

  test.each([
    'null',
    '',
    'http://evil.example',
    'https://127.0.0.1:4173',
    'http://127.0.0.1',
    'http://127.0.0.1:4174',
    'http://localhost:4173',
    'http://127.0.0.1:4173/',
    'http://127.0.0.1:4173.evil.example',
    'file://',
    'chrome-extension://abcdef',
  ])('%j does not pass', (origin) => {
    expect(paramOf({ host: '127.0.0.1:4173', origin })).toBe('Origin');
  });
});

test.each([
  ['same-origin', null],
  ['none', null],
  ['same-site', 'Sec-Fetch-Site'],
  ['cross-site', 'Sec-Fetch-Site'],
  ['Same-Origin', 'Sec-Fetch-Site'],
  ['', 'Sec-Fetch-Site'],
])('Sec-Fetch-Site %j: refused for %s', (site, param) => {
  expect(paramOf({ host: '127.0.0.1:4173', 'sec-fetch-site': site })).toBe(param);
});

test('a known host allows exactly its own origins, and a foreign one none', () => {
  expect(own('127.0.0.1:4173')).toEqual(['http://127.0.0.1:4173']);
  expect(own('evil.example')).toEqual([]);
  const both = ownOrigins(['http://deck.example.org', 'https://deck.example.org']);
  expect(both('Deck.Example.org')).toEqual(['http://deck.example.org', 'https://deck.example.org']);
  expect(both('deck.example.org:80')).toEqual(['http://deck.example.org']);
  expect(both('deck.example.org:443')).toEqual(['https://deck.example.org']);
});

test('an in-process request has no Host, so its URL counts', () => {
  expect(hostOf(new Request('http://127.0.0.1:4173/v1/models'))).toBe('127.0.0.1:4173');
  expect(hostOf(new Request('http://127.0.0.1:4173/', { headers: { host: 'evil.example' } }))).toBe(
    'evil.example',
  );
});

test('on loopback the service is itself under its three names and the given address', () => {
  const origins = ['http://127.0.0.1:4173', 'http://localhost:4173', 'http://[::1]:4173'];
  expect(originsOf('127.0.0.1', 4173, [])).toEqual(origins);
  expect(originsOf('localhost', 4173, ['https://deck.example.org'])).toEqual([
    ...origins,
    'https://deck.example.org',
  ]);
  expect(originsOf('127.0.0.2', 4173, [])).toEqual([...origins, 'http://127.0.0.2:4173']);
});

test('on one other address the service is only that address', () => {
  expect(originsOf('192.168.1.5', 80, [])).toEqual(['http://192.168.1.5']);
});

test('on all interfaces the service is every address of this machine', () => {
  const origins = originsOf('0.0.0.0', 4173, []);
  const addresses = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
  for (const { address } of addresses.filter(({ family }) => family === 'IPv4')) {
    expect(origins).toContain(`http://${address}:4173`);
  }
});

test.each([
  ['0.0.0.0', 'http://0.0.0.0:4173'],
  ['::', 'http://[::]:4173'],
])('on all interfaces (%s) the service is every address of the machine, and its name', (host, wildcard) => {
  const address = { netmask: '', mac: '', internal: false, cidr: null };
  const eth0 = [
    { ...address, address: '192.168.1.5', family: 'IPv4' as const },
    { ...address, address: '2001:db8::5', family: 'IPv6' as const, scopeid: 0 },
    { ...address, address: 'fe80::5', family: 'IPv6' as const, scopeid: 2 },
  ];
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0, down: undefined });
  const origins = (name: string) => {
    vi.spyOn(os, 'hostname').mockReturnValue(name);
    syncBuiltinESMExports();
    return originsOf(host, 4173, []);
  };
  const known = ['http://127.0.0.1:4173', 'http://localhost:4173', 'http://[::1]:4173', wildcard];
  const addresses = ['http://192.168.1.5:4173', 'http://[2001:db8::5]:4173'];
  expect(origins('Deck')).toEqual([...known, 'http://deck:4173', ...addresses]);
  // A name that no URL can have matches no host.
  expect(origins('my deck')).toEqual([...known, ...addresses]);
});

test('the address printed at startup can be opened', () => {
  expect(addressOf('127.0.0.1', 4173)).toBe('http://127.0.0.1:4173');
  expect(addressOf('0.0.0.0', 4173)).toBe('http://127.0.0.1:4173');
  expect(addressOf('::', 4173)).toBe('http://127.0.0.1:4173');
  expect(addressOf('::1', 4173)).toBe('http://[::1]:4173');
});

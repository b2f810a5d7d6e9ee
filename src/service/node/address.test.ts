import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { addressOf, originsOf } from './address.ts';

test('on loopback the service is itself under its three names, and no other', () => {
  const origins = ['http://127.0.0.1:4173', 'http://localhost:4173', 'http://[::1]:4173'];
  expect(originsOf('127.0.0.1', 4173, [])).toEqual(origins);
  expect(originsOf('localhost', 4173, ['https://deck.example.org'])).toEqual([
    ...origins,
    'https://deck.example.org',
  ]);
});

test('on one other address it is only that one', () => {
  expect(originsOf('192.168.1.5', 80, [])).toEqual(['http://192.168.1.5']);
});

test('on every address it is every address of this machine', () => {
  const origins = originsOf('0.0.0.0', 4173, []);
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  for (const { address } of addresses.filter(({ family }) => family === 'IPv4')) {
    expect(origins).toContain(`http://${address}:4173`);
  }
});

test('a person is shown an address that opens', () => {
  expect(addressOf('127.0.0.1', 4173)).toBe('http://127.0.0.1:4173');
  expect(addressOf('0.0.0.0', 4173)).toBe('http://127.0.0.1:4173');
  expect(addressOf('::1', 4173)).toBe('http://[::1]:4173');
});

import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test.each(['localhost', 'LocalHost', '127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', '[::1]'])(
  '%s is this machine itself',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each([
  '',
  '0.0.0.0',
  '::',
  '128.0.0.1',
  '127.0.0',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'localhost.',
  '[::1]:80',
  '::127.0.0.1',
])('%j is not this machine', (host) => {
  expect(isLoopback(host)).toBe(false);
});

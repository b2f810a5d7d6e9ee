import { describe, expect, test } from 'vitest';
import { parseUpstream } from './address.ts';

const KEY = 'a-key-that-nobody-may-see';

test.each([
  ['https://api.example.com/v1', 'https://api.example.com', 'api.example.com', '/v1'],
  ['https://api.example.com/v1/', 'https://api.example.com', 'api.example.com', '/v1'],
  ['https://api.example.com', 'https://api.example.com', 'api.example.com', ''],
  [
    'https://API.Example.com:8443/inference/v1',
    'https://api.example.com:8443',
    'api.example.com:8443',
    '/inference/v1',
  ],
  ['http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000', '127.0.0.1:8000', '/v1'],
  ['http://127.8.8.8:8000/v1', 'http://127.8.8.8:8000', '127.8.8.8:8000', '/v1'],
  ['http://localhost:8080/v1', 'http://localhost:8080', 'localhost:8080', '/v1'],
  ['http://[::1]:8080/v1', 'http://[::1]:8080', '[::1]:8080', '/v1'],
])('%s is taken', (text, origin, host, basePath) => {
  expect(parseUpstream(text, KEY)).toEqual({ ok: true, address: { origin, host, basePath, key: KEY } });
});

describe('refused, with a reason that shows neither the key nor the text', () => {
  test.each([
    ['plain http to another machine', 'http://api.example.com/v1'],
    ['plain http to a name that only looks like this machine', 'http://127.0.0.1.example.com/v1'],
    ['plain http to a private address', 'http://10.0.0.5:8000/v1'],
    ['another scheme', 'ftp://api.example.com/v1'],
    ['a file', 'file:///etc/passwd'],
    ['script', 'javascript:alert(1)'],
    ['no URL', 'api.example.com/v1'],
    ['a user name', 'https://someone@api.example.com/v1'],
    ['a user name and a password', 'https://a:hunter2@api.example.com/v1'],
    ['an empty user name', 'https://@api.example.com/v1'],
    ['a query', 'https://api.example.com/v1?key=hunter2'],
    ['an empty query', 'https://api.example.com/v1?'],
    ['a fragment', 'https://api.example.com/v1#x'],
    ['a backslash', 'https://api.example.com\\v1'],
    ['a dot segment', 'https://api.example.com/v1/../admin'],
    ['an encoded dot segment', 'https://api.example.com/v1/%2e%2e/admin'],
    ['an encoded slash', 'https://api.example.com/v1%2fadmin'],
    ['two slashes', 'https://api.example.com//v1'],
    ['a space', 'https://api.example.com/v1 x'],
    ['a line break', 'https://api.example.com/v1\r\nHost: evil.example'],
    ['nothing', ''],
  ])('%s', (_name, text) => {
    const parsed = parseUpstream(text, KEY);
    expect(parsed.ok).toBe(false);
    const reason = parsed.ok ? '' : parsed.reason;
    expect(reason).toMatch(/^must /u);
    expect(reason).not.toContain('hunter2');
    expect(reason).not.toContain(KEY);
  });
});

import { describe, expect, test } from 'vitest';
import { parseUpstream, redactKey, redactKeyAtCut } from './address.ts';

const key = 'a-key-that-nobody-may-see';

test.each([
  ['https://api.example.com/v1', 'https://api.example.com', 'api.example.com', '/v1'],
  ['https://api.example.com/v1/', 'https://api.example.com', 'api.example.com', '/v1'],
  ['https://api.example.com/v1//', 'https://api.example.com', 'api.example.com', '/v1'],
  ['https://api.example.com', 'https://api.example.com', 'api.example.com', ''],
  ['https://api.example.com/', 'https://api.example.com', 'api.example.com', ''],
  ['HTTPS://api.example.com/~me/v1.2-b_c', 'https://api.example.com', 'api.example.com', '/~me/v1.2-b_c'],
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
])('%s is accepted', (text, origin, host, basePath) => {
  expect(parseUpstream(text, key)).toEqual({ ok: true, address: { origin, host, basePath, key: key } });
});

describe('refused, with a reason that shows neither the key nor the text', () => {
  test.each([
    ['plain http to another machine', 'http://api.example.com/v1', 'https://'],
    ['plain http to a name that only looks like this machine', 'http://127.0.0.1.example.com/v1', 'https://'],
    ['plain http to a private address', 'http://10.0.0.5:8000/v1', 'https://'],
    ['another scheme', 'ftp://api.example.com/v1', 'https://'],
    ['another scheme to this machine', 'ws://127.0.0.1/v1', 'https://'],
    ['a file', 'file:///etc/passwd', 'https://'],
    ['script', 'javascript:alert(1)', 'https://'],
    ['no URL', 'api.example.com/v1', 'base address'],
    ['nothing', '', 'base address'],
    ['a user name', 'https://someone@api.example.com/v1', 'user name'],
    ['a user name and a password', 'https://a:hunter2@api.example.com/v1', 'user name'],
    ['an empty user name', 'https://@api.example.com/v1', 'user name'],
    ['a query', 'https://api.example.com/v1?key=hunter2', 'a query'],
    ['an empty query', 'https://api.example.com/v1?', 'a query'],
    ['a fragment', 'https://api.example.com/v1#x', 'a fragment'],
    ['a backslash', 'https://api.example.com\\v1', 'a backslash'],
    ['a space', 'https://api.example.com/v1 x', 'a space'],
    ['a space at the end', 'https://api.example.com/v1 ', 'a space'],
    ['a line break', 'https://api.example.com/v1\r\nHost: evil.example', 'a space'],
    ['a dot segment', 'https://api.example.com/v1/../admin', 'plain path'],
    ['an encoded dot segment', 'https://api.example.com/v1/%2e%2e/admin', 'plain path'],
    ['an encoded slash', 'https://api.example.com/v1%2fadmin', 'plain path'],
    ['two slashes', 'https://api.example.com//v1', 'plain path'],
    ['parameters of a path', 'https://api.example.com/v1;a=b/x', 'plain path'],
    ['a letter beyond ASCII', 'https://api.example.com/v\u00fc', 'plain path'],
    ['no slashes before the host', 'https:api.example.com/v1', 'plain path'],
    ['three slashes before the host', 'https:///api.example.com/v1', 'plain path'],
  ])('%s', (_name, text, part) => {
    const parsed = parseUpstream(text, key);
    expect(parsed.ok).toBe(false);
    const reason = parsed.ok ? '' : parsed.reason;
    expect(reason).toMatch(/^must /u);
    expect(reason).toContain(part);
    expect(reason).not.toContain('hunter2');
    expect(reason).not.toContain(key);
  });
});

const KEY = 'sk-0123456789abcdef';

function redact(text: string, secret: string | null = KEY): string {
  return redactKey(Buffer.from(text), secret).toString();
}

function cut(text: string, secret: string | null = KEY): string {
  return redactKeyAtCut(Buffer.from(text), secret).toString();
}

test('the key is redacted wherever it occurs, and nothing else', () => {
  expect(redact(`${KEY} and ${KEY}${KEY}.`)).toBe('[access key] and [access key][access key].');
  expect(redact('Ünïcödé without it')).toBe('Ünïcödé without it');
  expect(redact('')).toBe('');
});

test('nothing is redacted without a key, or with one that could be a word', () => {
  expect(redact('the EMPTY cup', null)).toBe('the EMPTY cup');
  expect(redact('the EMPTY cup', 'EMPTY')).toBe('the EMPTY cup');
});

test('a key of eight letters is a secret, one of seven is not', () => {
  expect(redact('an eight12 here', 'eight12')).toBe('an eight12 here');
  expect(redact('an eight123 here', 'eight123')).toBe('an [access key] here');
  expect(cut('an eight1', 'eight12')).toBe('an eight1');
  expect(cut('an eight1', 'eight123')).toBe('an ');
  expect(cut('an eight1', null)).toBe('an eight1');
});

test('a partial key at a cut is redacted, too', () => {
  for (let length = 1; length < KEY.length; length += 1)
    expect(cut(`key: ${KEY.slice(0, length)}`)).toBe('key: ');
  expect(cut(`${KEY} and sk-9`)).toBe('[access key] and sk-9');
  expect(cut('')).toBe('');
  expect(cut(KEY.slice(0, 5))).toBe('');
  expect(cut(KEY)).toBe('[access key]');
  expect(cut(`${KEY.slice(0, 5)}.`)).toBe(`${KEY.slice(0, 5)}.`);
});

import { expect, test } from 'vitest';
import { judgeRawRequest } from './request-target.ts';

const host = ['Host', '127.0.0.1:4173'];

function codeOf(target: string, rawHeaders: readonly string[] = host): string | null {
  return judgeRawRequest({ target, rawHeaders })?.details.code ?? null;
}

test.each([
  '/',
  '/v1/models',
  '/v1/hardware?model=inferdeck%2Ftale-1m',
  '/assets/index-Bx_1.js',
  '/playground?prompt=a//b&x=%2e%2e',
  '/v1/jobs/a..b',
  '/v1/jobs/..b',
  '/v1/jobs/b..',
  '/v1/jobs/...',
  '/v1/jobs/~a!b',
])('a plain path passes: %s', (target) => {
  expect(codeOf(target)).toBeNull();
});

test.each([
  '',
  '*',
  'v1/models',
  'http://127.0.0.1:4173/v1/models',
  'http://evil.example/v1/models',
  '//evil.example/v1/models',
  '/v1//models',
  '/v1/models//',
  '/v1/../v1/models',
  '/v1/./models',
  '/..',
  '/.',
  '/..?x',
  '/v1/.?x',
  '/v1/%2e%2e/models',
  '/v1/%2E/models',
  '/v1/.%2e/models',
  '/v1%2fmodels',
  '/v1%2Fmodels',
  '/v1\\models',
  '/v1/%5c../models',
  '/v1/models%00',
  '/v1/models#part',
  '/v1/models?x#part',
  '/v1/mod els',
  '/v1/models\u0000',
  '/v1/models\u007F',
  '/v1/m\u00F6dels',
])('a target that hides its path is refused: %j', (target) => {
  expect(codeOf(target)).toBe('bad_target');
});

test('an encoded character is refused where it hides: slashes, NUL, and what needs no encoding', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    const encoded = `%${byte.toString(16).padStart(2, '0')}`;
    const expected = /^[\0/\\\-._~0-9A-Za-z]$/u.test(String.fromCodePoint(byte)) ? 'bad_target' : null;
    const targets = [encoded, encoded.toUpperCase(), `?a=${encoded}`].map((end) => `/v1/jobs/a${end}`);
    expect([encoded, ...targets.map((target) => codeOf(target))]).toEqual([
      encoded,
      expected,
      expected,
      null,
    ]);
  }
});

test('exactly one Host header is needed', () => {
  expect(codeOf('/', [])).toBe('bad_host');
  expect(codeOf('/', [...host, 'host', 'evil.example'])).toBe('bad_host');
  expect(codeOf('/', [...host, 'X-Forwarded-Host', 'evil.example'])).toBeNull();
  expect(judgeRawRequest({ target: '/', rawHeaders: [] })?.details.param).toBe('Host');
});

test('only the names of headers count, not what they say', () => {
  expect(codeOf('/', [...host, 'X-Names', 'host', 'Connection', 'upgrade'])).toBeNull();
  expect(codeOf('/', ['X-Names', 'Host'])).toBe('bad_host');
});

test.each([
  ['//', host],
  ['/', []],
  ['/', [...host, 'Upgrade', 'h2c']],
])('what is wrong is said in a sentence, with 400: %j and %j', (target, rawHeaders) => {
  const refusal = judgeRawRequest({ target, rawHeaders });
  expect(refusal?.status).toBe(400);
  expect(refusal?.message).toMatch(/^[A-Z].{10,}\.$/u);
});

test('an upgrade is refused, and the connection closed', () => {
  const refusal = judgeRawRequest({ target: '/v1/models', rawHeaders: [...host, 'UPGRADE', 'websocket'] });
  expect(refusal?.status).toBe(400);
  expect(refusal?.details).toMatchObject({
    code: 'upgrade_refused',
    param: 'Upgrade',
    headers: { Connection: 'close' },
  });
});

import { expect, test } from 'vitest';
import { judgeRawRequest } from './target.ts';

const HOST = ['Host', '127.0.0.1:4173'];

function codeOf(target: string, rawHeaders: readonly string[] = HOST): string | null {
  return judgeRawRequest({ target, rawHeaders })?.details.code ?? null;
}

test.each([
  '/',
  '/v1/models',
  '/v1/hardware?model=inferdeck%2Ftale-1m',
  '/assets/index-Bx_1.js',
  '/playground?prompt=a//b&x=%2e%2e',
  '/v1/jobs/a..b',
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

test('exactly one Host header is needed', () => {
  expect(codeOf('/', [])).toBe('bad_host');
  expect(codeOf('/', [...HOST, 'host', 'evil.example'])).toBe('bad_host');
  expect(codeOf('/', [...HOST, 'X-Forwarded-Host', 'evil.example'])).toBeNull();
});

test('an upgrade is refused, and the connection closed', () => {
  const refusal = judgeRawRequest({ target: '/v1/models', rawHeaders: [...HOST, 'UPGRADE', 'websocket'] });
  expect(refusal?.status).toBe(400);
  expect(refusal?.details).toMatchObject({ code: 'upgrade_refused', headers: { Connection: 'close' } });
});

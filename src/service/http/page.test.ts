import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPage, type Page } from './page.ts';

const html = '<!doctype html><title>Inferdeck</title>';
const script = 'export const answer = 42;\n'.repeat(100);

let folder = '';
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inferdeck-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'assets/index-B1.js'), script);
  await writeFile(join(folder, 'assets/index-B1.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'assets/index-B1.js.gz'), gzipSync(script));
  await writeFile(join(folder, 'assets/plex-A2.woff2'), Uint8Array.of(1, 2, 3));
  const preloads = [['^/models/?(?:[?]|$)', ['assets/index-B1.js', 'assets/models-C3.js']]];
  await writeFile(join(folder, 'preloads.json'), JSON.stringify(preloads));
  page = await createPage(folder, ['https://api.example.com']);
});

afterAll(() => rm(folder, { recursive: true }));

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return page.fetch(new Request(`http://127.0.0.1:4173${path}`, { method, headers }));
}

test('every answer carries the policy, with the configured origin and no wildcard scheme', async () => {
  for (const path of ['/', '/assets/index-B1.js', '/assets/none.js']) {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain(
      "connect-src 'self' http://127.0.0.1:* http://localhost:* https://api.example.com; ",
    );
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types inferdeck-worker");
    expect(policy).not.toMatch(/unsafe|https:;|https: |\* ;/u);
    expect(Object.fromEntries(headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers.get('permissions-policy')).toContain('camera=()');
  }
});

test('the scripts of a page are announced with its address, not with others', async () => {
  const link = ['index-B1', 'models-C3']
    .map((name) => `</assets/${name}.js>; rel=modulepreload; fetchpriority=low`)
    .join(', ');
  for (const path of ['/models', '/models/?q=tale']) expect((await get(path)).headers.get('link')).toBe(link);
  for (const path of ['/', '/models/1', '/assets/index-B1.js'])
    expect((await get(path)).headers.get('link')).toBeNull();
});

describe('paths', () => {
  test.each([
    '/',
    '/index.html',
    '/models',
    '/fine-tunes/ft-1/',
    '/fine-tunes/acme%2Fllama-3.1',
    '/playground?model=a.b',
  ])('%s is the page', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    await expect(response.text()).resolves.toBe(html);
  });

  test.each([
    '/assets/index-OLD.js',
    '/assets/',
    '/favicon.ico',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2findex.html',
  ])('%s is not a file of the page', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

test('a file with a hash in its name is cached forever', async () => {
  const { headers } = await get('/assets/index-B1.js');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('a browser that has the file gets 304', async () => {
  const etag = (await get('/')).headers.get('etag') ?? '';
  // Weak, since the compressed response has different bytes.
  expect(etag).toMatch(/^W\/"[\w-]{27}"$/u);
  for (const encoding of ['identity', 'br']) {
    const headers = { 'if-none-match': `"x", ${etag}`, 'accept-encoding': encoding };
    const response = await get('/', headers);
    expect(response.status).toBe(304);
    await expect(response.text()).resolves.toBe('');
  }
});

describe('compression', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
    ['br;q=0.0, gzip; q=0', null],
  ])('Accept-Encoding %j gives %s', async (accepted, encoding) => {
    const response = await get('/assets/index-B1.js', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(body.byteLength));
    const plain =
      encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    expect(plain.toString()).toBe(script);
  });

  test('a file that the build did not compress is sent unchanged', async () => {
    await writeFile(join(folder, 'assets/late.js'), script);
    const late = await createPage(folder, []);
    const headers = { 'accept-encoding': 'br' };
    const response = await late.fetch(new Request('http://127.0.0.1:4173/assets/late.js', { headers }));
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('vary')).toBeNull();
    await expect(response.text()).resolves.toBe(script);
  });

  test('the compressed copies have no path of their own', async () => {
    expect((await get('/assets/index-B1.js.br')).status).toBe(404);
  });

  test('a font is sent uncompressed', async () => {
    const response = await get('/assets/plex-A2.woff2', { 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-type')).toBe('font/woff2');
  });
});

test('the page accepts only reads', async () => {
  expect((await get('/', {}, 'HEAD')).status).toBe(200);
  const refused = await get('/', {}, 'POST');
  expect(refused.status).toBe(405);
  expect(refused.headers.get('allow')).toBe('GET, HEAD');
});

test('a missing build is answered with instructions', async () => {
  const missing = await createPage(join(folder, 'none'), []);
  const response = await missing.fetch(new Request('http://127.0.0.1:4173/'));
  expect(response.status).toBe(503);
  await expect(response.text()).resolves.toContain('npm run build');
});

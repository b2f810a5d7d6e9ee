import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressFolder } from './compressed-page.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inferdeck-compressed-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'assets/index.js'), 'export {};\n'.repeat(100));
  await writeFile(join(folder, 'assets/plex.woff2'), Uint8Array.of(1, 2, 3));
  await compressFolder(folder);
});

afterAll(() => rm(folder, { recursive: true }));

test('text files get a Brotli and a gzip copy, fonts do not', async () => {
  expect((await readdir(folder)).toSorted()).toEqual([
    'assets',
    'index.html',
    'index.html.br',
    'index.html.gz',
  ]);
  expect((await readdir(join(folder, 'assets'))).toSorted()).toEqual([
    'index.js',
    'index.js.br',
    'index.js.gz',
    'plex.woff2',
  ]);
});

test('the copies decompress to the file and are smaller', async () => {
  const path = join(folder, 'assets/index.js');
  const [plain, br, gz] = await Promise.all([path, `${path}.br`, `${path}.gz`].map((each) => readFile(each)));
  expect(brotliDecompressSync(br ?? '')).toEqual(plain);
  expect(gunzipSync(gz ?? '')).toEqual(plain);
  expect(Math.max(br?.length ?? 0, gz?.length ?? 0)).toBeLessThan(100);
});

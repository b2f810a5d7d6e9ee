import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/setup/paths.js';
import { mutatedGlobs, slices, testGlob } from './mutation-slices.ts';

test.each(Object.entries(slices))('%s names existing files and tests', (_, slice) => {
  const folder = join(root, slice.folder);
  const names = new Set(readdirSync(folder, { recursive: true }).map((path) => basename(String(path))));
  const missing = (slice.files ?? []).filter((file) => !existsSync(join(folder, `${file}.ts`)));
  expect(missing).toEqual([]);
  const tests = [...(slice.tests ?? []), ...(slice.testsLeftOut ?? [])];
  expect(tests.filter((name) => !names.has(`${name}.test.ts`))).toEqual([]);
});

test('a slice becomes globs', () => {
  const all = { folder: 'src/a' };
  expect(mutatedGlobs(all)).toEqual(['src/a/*.ts', '!src/a/**/*.test.ts']);
  expect(testGlob(all)).toBe('src/a/**/*.test.ts');
  const some = { folder: 'src/a', files: ['b', 'c/d'], tests: ['b'] };
  expect(mutatedGlobs(some)).toEqual(['src/a/b.ts', 'src/a/c/d.ts', '!src/a/**/*.test.ts']);
  expect(testGlob(some)).toBe('src/a/**/@(b).test.ts');
  expect(testGlob({ ...all, testsLeftOut: ['x', 'y'] })).toBe('src/a/**/!(x|y).test.ts');
});

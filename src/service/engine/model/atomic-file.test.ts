import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeFileAtomically } from './atomic-file.ts';

test('a file that cannot be moved into place leaves no temporary file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inferdeck-atomic-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'taken', 'full'), { recursive: true });
  expect(() => writeFileAtomically(join(folder, 'taken'), [Uint8Array.of(1)])).toThrow();
  expect(readdirSync(folder)).toEqual(['taken']);
});

test('a file is synced before it is moved into place, and its folder after', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inferdeck-atomic-'));
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    rmSync(folder, { recursive: true });
  });
  const synced: (readonly string[])[] = [];
  const { fsyncSync } = fs;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    synced.push([fs.fstatSync(file).isDirectory() ? 'folder' : 'file', ...readdirSync(folder)]);
    fsyncSync(file);
  });
  syncBuiltinESMExports();
  writeFileAtomically(join(folder, 'new'), [Uint8Array.of(1)]);
  expect(synced).toEqual([
    ['file', 'new.part'],
    ...(process.platform === 'win32' ? [] : [['folder', 'new']]),
  ]);
});

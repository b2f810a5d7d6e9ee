import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFileAtomically } from './atomic-file.ts';

test('a file that cannot take its place leaves nothing beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inferdeck-atomic-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'taken', 'full'), { recursive: true });
  expect(() => writeFileAtomically(join(folder, 'taken'), [Uint8Array.of(1)])).toThrow();
  expect(readdirSync(folder)).toEqual(['taken']);
});

import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTurn } from './turn.js';

function lockFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'inferdeck-turn-')), 'below', 'lock');
}

test('two that come together go one after the other', async () => {
  const file = lockFile();
  let inside = 0;
  const visit = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all([inTurn(file, visit), inTurn(file, visit), inTurn(file, visit)]);
  expect(existsSync(file)).toBe(false);
});

test('what a killed process left behind stops nobody', async () => {
  const file = lockFile();
  await inTurn(file, async () => {});
  writeFileSync(file, '999999999');
  expect(await inTurn(file, async () => 'done')).toBe('done');
});

test('a failure gives the turn back', async () => {
  const file = lockFile();
  await expect(inTurn(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(file)).toBe(false);
});

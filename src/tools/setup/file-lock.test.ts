import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from './paths.js';
import { withFileLock } from './file-lock.js';

function lockFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'inferdeck-lock-')), 'below', 'lock');
  mkdirSync(dirname(file));
  return file;
}

const left = (file: string) => readdirSync(dirname(file));
const quickly = { pollEveryMs: 1, log: () => {} };

test('concurrent processes hold the lock one after another', async () => {
  const file = lockFile();
  let inside = 0;
  const visit = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => withFileLock(file, visit, quickly)));
  expect(left(file)).toEqual([]);
});

test.each([
  ['a process that is gone', '999999999.1'],
  ['an earlier process with our own id', `${process.pid}.0`],
])('a lock left behind by %s blocks no one', async (_, name) => {
  const file = lockFile();
  writeFileSync(`${file}.${name}`, '');
  const waits: string[] = [];
  expect(await withFileLock(file, async () => 'done', { log: (line) => waits.push(line) })).toBe('done');
  expect(waits).toEqual([]);
  expect(left(file)).toEqual([]);
});

test('a reused process id that never touches the lock does not hold it forever', async () => {
  const file = lockFile();
  writeFileSync(`${file}.${process.ppid}.1`, '');
  const waits: string[] = [];
  await withFileLock(file, async () => {}, { pollEveryMs: 1, log: (line) => waits.push(line) });
  expect(waits).toEqual([`Waiting for process ${process.ppid}, which holds ${file}.${process.ppid}.1 …`]);
  expect(left(file)).toEqual([]);
});

test('an owner that keeps touching its lock keeps it, however long', async () => {
  const file = lockFile();
  const lock = `${file}.${process.ppid}.1`;
  writeFileSync(lock, '');
  let seconds = 0;
  const touching = setInterval(() => utimesSync(lock, ++seconds, seconds), 5);
  let isInside = false;
  const turn = withFileLock(file, async () => (isInside = true), quickly);
  await expect.poll(() => seconds).toBeGreaterThan(100);
  expect(isInside).toBe(false);
  clearInterval(touching);
  await turn;
});

test('a failure releases the lock', async () => {
  const file = lockFile();
  await expect(withFileLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(left(file)).toEqual([]);
});

test('processes that find a dead lock at once still hold it one at a time, and leave nothing behind', async () => {
  const file = lockFile();
  writeFileSync(`${file}.999999999.1`, '');
  const program = `
    import { appendFileSync } from 'node:fs';
    import { withFileLock } from ${JSON.stringify(pathToFileURL(join(root, 'src/tools/setup/file-lock.js')).href)};
    const [, file] = process.argv;
    for (let visit = 0; visit < 5; visit++)
      await withFileLock(file, async () => {
        appendFileSync(file, 'in ');
        await new Promise((resolve) => setTimeout(resolve, 3));
        appendFileSync(file, 'out ');
      }, { pollEveryMs: 30, log: () => {} });
    // Whoever ends inside gives the turn back, too.
    await withFileLock(file, async () => process.exit(0), { pollEveryMs: 30, log: () => {} });`;
  const visitors = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', program, file], { stdio: 'inherit' }),
  );
  await Promise.all(visitors.map((visitor) => once(visitor, 'close')));
  expect(visitors.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  expect(readFileSync(file, 'utf8')).toBe('in out '.repeat(15));
  expect(left(file)).toEqual(['lock']);
});

test('a folder that cannot be written is named', async () => {
  const folder = lockFile();
  // Also for root, whom no permission stops.
  writeFileSync(folder, '');
  const attempt = withFileLock(join(folder, 'lock'), async () => 'done', quickly);
  await expect(attempt).rejects.toThrow(`${folder} cannot be written`);
});

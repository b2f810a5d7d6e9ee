import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDataFolder } from './data-folder.ts';
import { explain } from '#service/node.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inferdeck-home-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('the folder is created with its parents, private to its owner, and empty', async () => {
  const home = join(folder, 'a/b');
  await prepareDataFolder(home);
  await prepareDataFolder(home);
  await expect(readdir(home)).resolves.toEqual([]);
  // Windows has no such bits.
  expect((await stat(home)).mode & 0o077).toBe(process.platform === 'win32' ? 0o066 : 0);
});

test('a file in its place is refused with a message that says what to do', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const home of [file, join(file, 'below')]) {
    const error = await prepareDataFolder(home).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(explain(error)).toContain(`${home} cannot be made`);
    expect(explain(error)).toContain('INFERDECK_HOME');
  }
});

test.runIf(process.platform === 'linux')(
  'a file system without folders is refused with a message, and not retried forever',
  async () => {
    await expect(prepareDataFolder('/proc/inferdeck/data')).rejects.toMatchObject({
      folder: '/proc/inferdeck/data',
    });
  },
);

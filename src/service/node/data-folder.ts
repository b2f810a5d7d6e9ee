// The folder where everything that outlives the process is kept: made, and proved to be writable before anything else.
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The data folder cannot be used; `cause` is the system's error. */
export class DataFolderError extends Error {
  readonly folder: string;

  constructor(folder: string, cause: unknown) {
    super(`The data folder ${folder} cannot be used.`, { cause });
    this.name = 'DataFolderError';
    this.folder = folder;
  }
}

/** Makes the folder, for its owner only, and writes to it once. Throws DataFolderError. */
export async function prepareDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    await makeFolder(folder);
    const file = await open(probe, 'w', 0o600);
    try {
      await file.writeFile('Inferdeck can write here.\n');
      await file.sync();
    } finally {
      await file.close();
      await rm(probe, { force: true });
    }
  } catch (error) {
    throw new DataFolderError(folder, error);
  }
}

/** Node's own `recursive` turns for ever where a file system refuses new folders with ENOENT, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
}

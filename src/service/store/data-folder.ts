// The data folder: creation, write check, and the paths inside.
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** `cause` is the system's error. */
export class DataFolderError extends Error {
  readonly folder: string;

  constructor(folder: string, cause: unknown) {
    super(`The data folder ${folder} cannot be used.`, { cause });
    this.name = 'DataFolderError';
    this.folder = folder;
  }
}

/** Creates the folder for its owner only, and checks that it is writable. Throws DataFolderError. */
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

/** Node's own `recursive` loops forever where a file system refuses new folders with ENOENT, as /proc does. */
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

/** Absolute paths. The store keeps paths relative to `home`, so that the folder can be moved. */
export interface Places {
  readonly home: string;
  readonly database: string;
  /** Requests not yet accepted by a server. */
  readonly inbox: string;
  readonly files: string;
  /** Uploaded model files not yet processed. */
  readonly uploads: string;
  /** Weights of the models served here, besides the bundled one. */
  readonly models: string;
  /** One folder per fine-tune, for its checkpoints and resume state. */
  readonly fineTunes: string;
}

export function placesIn(home: string): Places {
  return {
    home,
    database: join(home, 'inferdeck.db'),
    inbox: join(home, 'inbox'),
    files: join(home, 'files'),
    uploads: join(home, 'uploads'),
    models: join(home, 'models'),
    fineTunes: join(home, 'fine-tunes'),
  };
}

export function dataFile({ files }: Places, id: string): string {
  return join(files, `${id}.jsonl`);
}

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

/** Absolute paths. What the store holds are paths below `home`, so that the folder can be moved. */
export interface Places {
  readonly home: string;
  readonly database: string;
  /** Requests that no server has taken over yet. */
  readonly inbox: string;
  /** Data files of fine-tunes. */
  readonly files: string;
  /** Model files that wait to be taken over. */
  readonly uploads: string;
  /** Weights of the models that can be asked, beside the one that comes with the program. */
  readonly models: string;
  /** A folder a fine-tune, for its checkpoints and what it resumes from. */
  readonly fineTunes: string;
}

/** The places in a data folder. */
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

/** The path of a data file. */
export function dataFile({ files }: Places, id: string): string {
  return join(files, `${id}.jsonl`);
}

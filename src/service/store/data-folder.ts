// Data folder: creation, write check, paths, lock for one server.
import { existsSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Sqlite from 'libsql';
import { StoreError } from './database.ts';

/** `cause` is the system's error. */
export class DataFolderError extends Error {
  readonly folder: string;

  constructor(folder: string, cause: unknown) {
    super(`The data folder ${folder} cannot be used.`, { cause });
    this.name = 'DataFolderError';
    this.folder = folder;
  }
}

/** For its owner only. Throws DataFolderError. */
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

/** Node's `recursive` loops forever where a file system refuses new folders with ENOENT, as /proc does. */
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

/** Absolute; the store keeps relative paths, so that the folder can be moved. */
export interface Places {
  readonly home: string;
  readonly database: string;
  readonly inbox: string;
  readonly files: string;
  readonly uploads: string;
  /** Besides the bundled one. */
  readonly models: string;
  /** Checkpoints and resume state of each. */
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

const retryMs = 50;

const fileIn = (home: string): string => join(home, 'serving.lock');

/**
 * Waits for a server that is shutting down, then throws StoreError. A file of its own does not block readers of the
 * database.
 */
export async function lockDataFolder(home: string, patienceMs = 5_000): Promise<{ release(): void }> {
  const lock = new Sqlite(fileIn(home), { timeout: 0 });
  const until = performance.now() + patienceMs;
  for (let tries = 0; ; tries++) {
    if (tryBegin(lock)) return { release: () => lock.close() };
    if (performance.now() > until) break;
    if (tries === 0) process.stderr.write(`Waiting for another Inferdeck to release ${home} …\n`);
    await setTimeout(retryMs);
  }
  lock.close();
  throw new StoreError(
    `Another Inferdeck already serves the data folder ${home}. Stop it, or choose another folder with INFERDECK_HOME.`,
  );
}

export function isServed(home: string): boolean {
  if (!existsSync(fileIn(home))) return false;
  const lock = new Sqlite(fileIn(home), { timeout: 0 });
  try {
    lock.prepare('SELECT count(*) FROM sqlite_master').all([]);
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

function tryBegin(lock: Sqlite.Database): boolean {
  try {
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
}

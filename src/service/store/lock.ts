// Data folder lock: one server per folder, released by the system on exit.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Sqlite from 'libsql';
import { StoreError } from './database.ts';

interface FolderLock {
  release(): void;
}

const retryMs = 50;

const fileIn = (home: string): string => join(home, 'serving.lock');

/**
 * Waits `patienceMs` for a server that is shutting down, then throws StoreError. The lock is an exclusive transaction
 * on a separate file, so that it does not block readers of the database.
 */
export async function lockDataFolder(home: string, patienceMs = 5_000): Promise<FolderLock> {
  const lock = new Sqlite(fileIn(home), { timeout: 0 });
  const until = performance.now() + patienceMs;
  for (;;) {
    if (tryBegin(lock)) return { release: () => lock.close() };
    if (performance.now() > until) break;
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

// The store: all persistent data in one SQLite file with a single writer.
import { existsSync } from 'node:fs';
import { type Database, openDatabase, openDatabaseToRead, StoreError } from './database.ts';
import {
  type FineTuneEventTable,
  fineTuneEventTable,
  type FineTuneMetricTable,
  fineTuneMetricTable,
  type CheckpointTable,
  checkpointTable,
  type FineTuneTable,
  fineTuneTable,
} from './fine-tunes.ts';
import { type JobTable, jobTable } from './jobs.ts';
import { migrate, requireVersion } from './migrations.ts';
import { type ModelTable, modelTable } from './models.ts';

/** Each call writes to disk before it returns. */
export interface Store {
  readonly fineTunes: FineTuneTable;
  readonly events: FineTuneEventTable;
  readonly metrics: FineTuneMetricTable;
  readonly checkpoints: CheckpointTable;
  readonly jobs: JobTable;
  readonly models: ModelTable;
  /** All or nothing, with a single sync to disk. `work` must not be async. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** The caller must hold the lock of the data folder. Throws StoreError. */
export function openStore(file: string): Store {
  const database = opened(file, () => openDatabase(file), migrate);
  // The binding leaves the WAL behind on close; checkpoint it so that the folder holds one complete file.
  const close = () => {
    database.fold();
    database.close();
  };
  return { ...storeOver(database), close };
}

/** Read-only, beside a running server; null if there is no store yet. Throws StoreError. */
export function openStoreToRead(file: string): Store | null {
  if (!existsSync(file)) return null;
  return storeOver(opened(file, () => openDatabaseToRead(file), requireVersion));
}

function opened(file: string, open: () => Database, check: (database: Database) => void): Database {
  let database: Database | null = null;
  try {
    database = open();
    check(database);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StoreError) throw error;
    throw new StoreError(`The database ${file} cannot be opened: ${reasonOf(error)}.`, { cause: error });
  }
}

function storeOver(database: Database): Store {
  return {
    fineTunes: fineTuneTable(database),
    events: fineTuneEventTable(database),
    metrics: fineTuneMetricTable(database),
    checkpoints: checkpointTable(database),
    jobs: jobTable(database),
    models: modelTable(database),
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/u, '') : 'its cause is unknown';
}

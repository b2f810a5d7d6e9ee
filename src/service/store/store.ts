// The store: everything that outlives the process, in one SQLite file with one writer.
import { existsSync } from 'node:fs';
import { type Database, openDatabase, openDatabaseToRead, StoreError } from './database.ts';
import { type FineTuneEventTable, fineTuneEventTable } from './fine-tune-events.ts';
import { type FineTuneMetricTable, fineTuneMetricTable } from './fine-tune-metrics.ts';
import { type CheckpointTable, checkpointTable, type FineTuneTable, fineTuneTable } from './fine-tunes.ts';
import { type JobTable, jobTable } from './jobs.ts';
import { migrate, requireVersion } from './migrations.ts';
import { type ModelTable, modelTable } from './models.ts';

/** The tables of one open database. What a call has written is on the disk when it returns. */
export interface Store {
  readonly fineTunes: FineTuneTable;
  readonly events: FineTuneEventTable;
  readonly metrics: FineTuneMetricTable;
  readonly checkpoints: CheckpointTable;
  readonly jobs: JobTable;
  readonly models: ModelTable;
  /** All of it or nothing, with one wait for the disk. `work` must not be async. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Opens the store for writing; whoever does so holds the lock of the data folder. Throws StoreError. */
export function openStore(file: string): Store {
  const database = opened(file, () => openDatabase(file), migrate);
  // The binding leaves the log behind when it closes; a folder that nobody serves holds one whole file.
  const close = () => {
    database.fold();
    database.close();
  };
  return { ...storeOver(database), close };
}

/** Opens the store to read beside the server; null where there is none yet. Throws StoreError. */
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

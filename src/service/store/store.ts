// Store: one SQLite file with a single writer.
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

export interface Store {
  readonly fineTunes: FineTuneTable;
  readonly events: FineTuneEventTable;
  readonly metrics: FineTuneMetricTable;
  readonly checkpoints: CheckpointTable;
  readonly jobs: JobTable;
  readonly models: ModelTable;
  /** One sync to disk. `work` must not be async. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Needs the data folder's lock. Throws StoreError. */
export function openStore(file: string): Store {
  const database = openChecked(file, () => openDatabase(file), migrate);
  // The binding leaves the WAL behind on close.
  const close = () => {
    database.checkpointWal();
    database.close();
  };
  return { ...createStore(database), close };
}

/** Beside a running server; null without a store. Throws StoreError. */
export function openStoreToRead(file: string): Store | null {
  if (!existsSync(file)) return null;
  return createStore(openChecked(file, () => openDatabaseToRead(file), requireVersion));
}

function openChecked(file: string, open: () => Database, check: (database: Database) => void): Database {
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

function createStore(database: Database): Store {
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

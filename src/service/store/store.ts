// Store: one SQLite file, one writer; jobs and local models.
import { existsSync } from 'node:fs';
import {
  type Database,
  openDatabase,
  openDatabaseToRead,
  StoreError,
  migrate,
  requireVersion,
  jsonColumn,
  selectedColumns,
} from './database.ts';
import { fineTuneEventTable, fineTuneMetricTable, checkpointTable, fineTuneTable } from './fine-tunes.ts';
import * as z from 'zod/mini';

export type Store = Readonly<ReturnType<typeof createStore>>;

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
    const sentence = `The database ${file} cannot be opened: ${reasonOf(error)}.`;
    throw new StoreError(`${sentence} Choose another data folder with INFERDECK_HOME.`, { cause: error });
  }
}

function createStore(database: Database) {
  return {
    fineTunes: fineTuneTable(database),
    events: fineTuneEventTable(database),
    metrics: fineTuneMetricTable(database),
    checkpoints: checkpointTable(database),
    jobs: jobTable(database),
    models: modelTable(database),
    /** One sync to disk. `work` must not be async. */
    transaction: <T>(work: () => T) => database.transaction(work),
    close: () => database.close(),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/u, '') : 'its cause is unknown';
}

export const JobStatus = z.enum(['Queued', 'Running', 'Complete', 'Failed']);

export type JobStatus = z.infer<typeof JobStatus>;

const Job = z.object({
  id: z.string(),
  type: z.enum(['model_upload', 'fine_tune']),
  args: jsonColumn(z.record(z.string(), z.string())),
  /** Relative to the data folder; '' for none. */
  file: z.string(),
  status: JobStatus,
  /** Unix milliseconds. */
  createdAt: z.int(),
  updatedAt: z.int(),
});

export type JobRow = z.infer<typeof Job>;

const JobUpdate = z.object({ status: JobStatus, message: z.string(), createdAt: z.int() });

export type JobUpdateRow = z.infer<typeof JobUpdate>;

const selectJobs = `SELECT ${selectedColumns(Job)} FROM jobs`;

function jobTable(database: Database) {
  const addUpdate = (id: string, status: JobStatus, message: string, now: number): void => {
    database.run(
      `INSERT INTO job_updates (job_id, number, status, message, created_at)
       SELECT ?, count(*) + 1, ?, ?, ? FROM job_updates WHERE job_id = ?`,
      id,
      status,
      message,
      now,
      id,
    );
  };
  return {
    /** False if already added. */
    add: ({ args, ...job }: Omit<JobRow, 'status' | 'updatedAt'>, message: string) =>
      database.transaction(() => {
        const { id, createdAt } = job;
        const row = { ...job, args: JSON.stringify(args), status: 'Queued', updatedAt: createdAt };
        const isNew = database.insert('jobs', row, 'ON CONFLICT (id) DO NOTHING') > 0;
        if (isNew) addUpdate(id, 'Queued', message, createdAt);
        return isNew;
      }),
    find: (id: string) => database.one(Job, `${selectJobs} WHERE id = ?`, id),
    listOpen: (type: JobRow['type']) =>
      database.all(
        Job,
        `${selectJobs} WHERE type = ? AND status IN ('Queued', 'Running') ORDER BY created_at, id`,
        type,
      ),
    listUpdates: (id: string) =>
      database.all(
        JobUpdate,
        `SELECT ${selectedColumns(JobUpdate)} FROM job_updates WHERE job_id = ? ORDER BY number`,
        id,
      ),
    update: (id: string, status: JobStatus, message: string, now: number) =>
      database.transaction(() => {
        database.run('UPDATE jobs SET status = ?, updated_at = ? WHERE id = ?', status, now, id);
        addUpdate(id, status, message, now);
      }),
  };
}

const Model = z.object({
  id: z.string(),
  /** Relative to the data folder. */
  path: z.string(),
  description: z.string(),
  /** '' if unknown. */
  license: z.string(),
  jobId: z.string(),
  createdAt: z.int(),
});

export type ModelRow = z.infer<typeof Model>;

const selectModels = `SELECT ${selectedColumns(Model)} FROM models`;

function modelTable(database: Database) {
  return {
    /** Replaces the file of a known id. */
    put(model: ModelRow) {
      database.insert(
        'models',
        model,
        `ON CONFLICT (id) DO UPDATE SET path = excluded.path, description = excluded.description,
           license = excluded.license`,
      );
    },
    find: (id: string) => database.one(Model, `${selectModels} WHERE id = ?`, id),
    list: () => database.all(Model, `${selectModels} ORDER BY created_at, id`),
  };
}

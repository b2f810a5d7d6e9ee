// Job tables: background jobs and their status updates.
import * as z from 'zod/mini';
import { type Database, jsonColumn } from './database.ts';

export const JobStatus = z.enum(['Queued', 'Running', 'Complete', 'Failed']);

export type JobStatus = z.infer<typeof JobStatus>;

const Row = z.object({
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

export type JobRow = z.infer<typeof Row>;

const Update = z.object({ status: JobStatus, message: z.string(), createdAt: z.int() });

export type JobUpdateRow = z.infer<typeof Update>;

export interface JobTable {
  /** False if already added. */
  add(job: Pick<JobRow, 'id' | 'type' | 'args' | 'file' | 'createdAt'>, message: string): boolean;
  find(id: string): JobRow | null;
  /** Unfinished, oldest first. */
  listOpen(type: JobRow['type']): readonly JobRow[];
  listUpdates(id: string): readonly JobUpdateRow[];
  update(id: string, status: JobStatus, message: string, now: number): void;
}

const select =
  'SELECT id, type, args, file, status, created_at AS createdAt, updated_at AS updatedAt FROM jobs';

export function jobTable(database: Database): JobTable {
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
    add: ({ id, type, args, file, createdAt }, message) =>
      database.transaction(() => {
        const added = database.run(
          `INSERT INTO jobs (id, type, args, file, status, created_at, updated_at)
           VALUES (?, ?, ?, ?, 'Queued', ?, ?) ON CONFLICT (id) DO NOTHING`,
          id,
          type,
          JSON.stringify(args),
          file,
          createdAt,
          createdAt,
        );
        if (added > 0) addUpdate(id, 'Queued', message, createdAt);
        return added > 0;
      }),
    find: (id) => database.one(Row, `${select} WHERE id = ?`, id),
    listOpen: (type) =>
      database.all(
        Row,
        `${select} WHERE type = ? AND status IN ('Queued', 'Running') ORDER BY created_at, id`,
        type,
      ),
    listUpdates: (id) =>
      database.all(
        Update,
        `SELECT status, message, created_at AS createdAt FROM job_updates WHERE job_id = ? ORDER BY number`,
        id,
      ),
    update: (id, status, message, now) =>
      database.transaction(() => {
        database.run('UPDATE jobs SET status = ?, updated_at = ? WHERE id = ?', status, now, id);
        addUpdate(id, status, message, now);
      }),
  };
}

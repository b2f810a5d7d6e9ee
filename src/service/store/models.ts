// Local model table; the engine gets them at every start.
import * as z from 'zod/mini';
import type { Database } from './database.ts';

const Row = z.object({
  id: z.string(),
  /** Relative to the data folder. */
  path: z.string(),
  description: z.string(),
  /** '' if unknown. */
  license: z.string(),
  jobId: z.string(),
  /** Unix milliseconds. */
  createdAt: z.int(),
});

export type ModelRow = z.infer<typeof Row>;

export interface ModelTable {
  /** Replaces the file of a known id. */
  put(model: ModelRow): void;
  find(id: string): ModelRow | null;
  /** Oldest first. */
  list(): readonly ModelRow[];
}

const select = 'SELECT id, path, description, license, job_id AS jobId, created_at AS createdAt FROM models';

export function modelTable(database: Database): ModelTable {
  return {
    put({ id, path, description, license, jobId, createdAt }) {
      database.run(
        `INSERT INTO models (id, path, description, license, job_id, created_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET path = excluded.path, description = excluded.description,
           license = excluded.license`,
        id,
        path,
        description,
        license,
        jobId,
        createdAt,
      );
    },
    find: (id) => database.one(Row, `${select} WHERE id = ?`, id),
    list: () => database.all(Row, `${select} ORDER BY created_at, id`),
  };
}

// The models that were made or brought here, which the engine is told of at every start.
import * as z from 'zod/mini';
import type { Database } from './database.ts';

const Row = z.object({
  id: z.string(),
  /** The weight file, below the data folder. */
  path: z.string(),
  description: z.string(),
  /** '' where nobody has said it. */
  license: z.string(),
  /** The job that it comes from. */
  jobId: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
});

/** A model beside the one that comes with the program. */
export type ModelRow = z.infer<typeof Row>;

/** The table of models. */
export interface ModelTable {
  /** Adds a model, or gives a known one of the same id its new file. */
  put(model: ModelRow): void;
  find(id: string): ModelRow | null;
  /** In the order in which they came. */
  list(): readonly ModelRow[];
}

const select = 'SELECT id, path, description, license, job_id AS jobId, created_at AS createdAt FROM models';

/** The table over an open database. */
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

// The open data set in IndexedDB.
import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { createDatabase } from '#lib/database.ts';

const DataSource = z.object({
  content: z.union([z.string(), z.instanceof(Blob)]),
  /** File name; empty if pasted. */
  name: z.string(),
  /** CSV only; empty: detect. */
  delimiter: z.string(),
});

export type DataSource = Readonly<z.infer<typeof DataSource>>;

interface Schema extends DBSchema {
  source: { key: string; value: unknown };
}

const openDatabase = createDatabase<Schema>('inferdeck-data', 1, (fresh) => {
  fresh.createObjectStore('source');
});

/** May reject. */
export async function readKept(): Promise<DataSource | null> {
  const database = await openDatabase();
  return DataSource.safeParse(await database.get('source', 'open')).data ?? null;
}

/** May reject. */
export async function keep(source: DataSource | null): Promise<void> {
  const database = await openDatabase();
  await (source === null ? database.delete('source', 'open') : database.put('source', source, 'open'));
}

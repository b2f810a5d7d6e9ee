// SQLite wrapper: parsed rows, safe parameters, schema migrations.
import { pathToFileURL } from 'node:url';
import Sqlite from 'libsql';
import * as z from 'zod/mini';

/** The binding crashes the process on a boolean. */
type SqlValue = string | number | null;

const busyTimeoutMs = 5_000;

/** Durable. `:memory:` for tests. */
export function openDatabase(file: string): Database {
  const database = new Database(new Sqlite(file, { timeout: busyTimeoutMs }));
  database.execute('PRAGMA journal_mode = WAL');
  database.execute('PRAGMA synchronous = FULL');
  database.execute('PRAGMA foreign_keys = ON');
  return database;
}

/** The file must exist. */
export function openDatabaseToRead(file: string): Database {
  return new Database(new Sqlite(`${pathToFileURL(file).href}?mode=ro`, { timeout: busyTimeoutMs }));
}

export class Database {
  readonly #sqlite: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement>();
  #isInTransaction = false;

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
  }

  /** The number of changed rows. */
  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#prepare(sql).run(values).changes;
  }

  /** @param row columns in camel case */
  insert(table: string, row: Readonly<Record<string, SqlValue>>, onConflict = ''): number {
    const columns = Object.keys(row).map(columnOf);
    const places = columns.map(() => '?');
    return this.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) ${onConflict}`,
      ...Object.values(row),
    );
  }

  /** Throws if a row does not match. */
  all<S extends z.ZodMiniType>(schema: S, sql: string, ...values: readonly SqlValue[]): z.output<S>[] {
    return this.#prepare(sql)
      .all(values)
      .map((row) => z.parse(schema, row));
  }

  one<S extends z.ZodMiniType>(schema: S, sql: string, ...values: readonly SqlValue[]): z.output<S> | null {
    return this.all(schema, sql, ...values)[0] ?? null;
  }

  execute(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** Joins an outer transaction. `work` must not be async. */
  transaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work();
    this.execute('BEGIN IMMEDIATE');
    this.#isInTransaction = true;
    try {
      const result = work();
      this.execute('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#isInTransaction = false;
    }
  }

  /** As far as no reader blocks it. */
  checkpointWal(): void {
    this.execute('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  /** A full disk may have ended the transaction already. */
  #rollBack(): void {
    if (this.#sqlite.inTransaction) this.execute('ROLLBACK');
  }

  #prepare(sql: string): Sqlite.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** `created_at AS createdAt`, for each field of the row. */
export function selectedColumns({ shape }: z.ZodMiniObject): string {
  const names = Object.keys(shape);
  return names.map((name) => `${columnOf(name)} AS ${name}`).join(', ');
}

export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

export function jsonColumn<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(z.pipe(z.string(), z.transform(parse)), schema);
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

/** A sentence for users. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Unix milliseconds; '' for unset texts. */
const migrations: readonly string[] = [
  `CREATE TABLE jobs (
     id TEXT PRIMARY KEY,
     type TEXT NOT NULL,
     args TEXT NOT NULL CHECK (json_valid(args)),
     file TEXT NOT NULL,
     status TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE job_updates (
     job_id TEXT NOT NULL REFERENCES jobs (id),
     number INTEGER NOT NULL,
     status TEXT NOT NULL,
     message TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     PRIMARY KEY (job_id, number)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE fine_tunes (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     job_id TEXT NOT NULL REFERENCES jobs (id),
     request TEXT NOT NULL CHECK (json_valid(request)),
     status TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     training_lines INTEGER NOT NULL DEFAULT 0,
     training_bytes INTEGER NOT NULL DEFAULT 0,
     token_count INTEGER NOT NULL DEFAULT 0,
     param_count INTEGER NOT NULL DEFAULT 0,
     total_steps INTEGER NOT NULL DEFAULT 0,
     eval_steps INTEGER NOT NULL DEFAULT 0,
     epochs_completed INTEGER NOT NULL DEFAULT 0,
     output_path TEXT NOT NULL DEFAULT ''
   ) STRICT;
   CREATE TABLE fine_tune_events (
     fine_tune_id TEXT NOT NULL REFERENCES fine_tunes (id),
     number INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     type TEXT NOT NULL,
     level TEXT,
     message TEXT NOT NULL,
     step INTEGER NOT NULL,
     total_steps INTEGER NOT NULL,
     token_count INTEGER NOT NULL,
     param_count INTEGER NOT NULL,
     training_offset INTEGER NOT NULL,
     checkpoint_path TEXT NOT NULL,
     model_path TEXT NOT NULL,
     hash TEXT NOT NULL,
     PRIMARY KEY (fine_tune_id, number)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE fine_tune_metrics (
     fine_tune_id TEXT NOT NULL REFERENCES fine_tunes (id),
     step INTEGER NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('train', 'evaluation')),
     created_at INTEGER NOT NULL,
     epoch REAL,
     loss REAL,
     gradient_norm REAL,
     learning_rate REAL,
     PRIMARY KEY (fine_tune_id, step, kind)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE checkpoints (
     fine_tune_id TEXT NOT NULL REFERENCES fine_tunes (id),
     step INTEGER NOT NULL,
     is_final INTEGER NOT NULL CHECK (is_final IN (0, 1)),
     path TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     PRIMARY KEY (fine_tune_id, step, is_final)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE models (
     id TEXT PRIMARY KEY,
     path TEXT NOT NULL,
     description TEXT NOT NULL,
     job_id TEXT NOT NULL REFERENCES jobs (id),
     created_at INTEGER NOT NULL
   ) STRICT;`,
  // A final checkpoint is also served under the id of its fine-tune.
  `INSERT INTO models (id, path, description, job_id, created_at)
     SELECT fine_tunes.id, models.path, models.description, models.job_id, models.created_at
     FROM checkpoints
     JOIN fine_tunes ON fine_tunes.id = checkpoints.fine_tune_id
     JOIN models ON models.id = fine_tunes.id || ':' || checkpoints.step
     WHERE checkpoints.is_final = 1;`,
  // Derivatives of the bundled model have its licence; that of uploads was never asked for.
  `ALTER TABLE models ADD COLUMN license TEXT NOT NULL DEFAULT '';
   UPDATE models SET license = 'MIT' WHERE job_id IN
     (SELECT job_id FROM fine_tunes WHERE json_extract(request, '$.model') = 'inferdeck/tale-1m');`,
];

const Version = z.object({ user_version: z.int() });

/** Throws StoreError for a newer schema. */
export function migrate(database: Database): void {
  for (const [index, statements] of migrations.entries()) {
    if (index < versionOf(database)) continue;
    database.transaction(() => {
      database.execute(statements);
      database.execute(`PRAGMA user_version = ${index + 1}`);
    });
  }
  requireVersion(database);
}

/** Throws StoreError. */
export function requireVersion(database: Database): void {
  const version = versionOf(database);
  if (version > migrations.length) {
    throw new StoreError(
      'The data folder was written by a newer Inferdeck. Update this one, or choose another folder with INFERDECK_HOME.',
    );
  }
  if (version < migrations.length) {
    throw new StoreError('The data folder was written by an older Inferdeck; npm start migrates it.');
  }
}

export function versionOf(database: Database): number {
  return database.one(Version, 'PRAGMA user_version')?.user_version ?? 0;
}

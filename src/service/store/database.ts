// SQLite wrapper: rows parsed on read, only parameters that the binding accepts.
import { pathToFileURL } from 'node:url';
import Sqlite from 'libsql';
import * as z from 'zod/mini';

/** The binding crashes the process on a boolean, so there is none. */
export type SqlValue = string | number | null;

/** One connection. Statements are prepared once. */
export interface Database {
  /** Returns the number of changed rows. */
  run(sql: string, ...values: readonly SqlValue[]): number;
  /** Throws if a row does not match the schema. */
  all<S extends z.ZodMiniType>(schema: S, sql: string, ...values: readonly SqlValue[]): z.output<S>[];
  /** The first row, or null. */
  one<S extends z.ZodMiniType>(schema: S, sql: string, ...values: readonly SqlValue[]): z.output<S> | null;
  execute(sql: string): void;
  /** All or nothing; joins an outer transaction. `work` must not be async. */
  transaction<T>(work: () => T): T;
  /** Checkpoints the WAL, as far as no reader blocks it. */
  fold(): void;
  close(): void;
}

/** How long a statement waits for another process's lock. */
const busyMs = 5_000;

/**
 * Opens the file for writing, created if missing. Committed rows are durable (WAL, synchronous = FULL); foreign keys
 * are enforced. `:memory:` for tests.
 */
export function openDatabase(file: string): Database {
  const database = new Connection(new Sqlite(file, { timeout: busyMs }));
  database.execute('PRAGMA journal_mode = WAL');
  database.execute('PRAGMA synchronous = FULL');
  database.execute('PRAGMA foreign_keys = ON');
  return database;
}

/** The file must exist. */
export function openDatabaseToRead(file: string): Database {
  return new Connection(new Sqlite(`${pathToFileURL(file).href}?mode=ro`, { timeout: busyMs }));
}

class Connection implements Database {
  readonly #sqlite: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement>();
  #isInTransaction = false;

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
  }

  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#prepare(sql).run(values).changes;
  }

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

  fold(): void {
    this.execute('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  /** A failure such as a full disk may have ended the transaction already. */
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

/** Parses the column's text as JSON, then its value. */
export function jsonColumn<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(z.pipe(z.string(), z.transform(parse)), schema);
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

/** The message is a sentence; `cause` is the system's error, if there was one. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

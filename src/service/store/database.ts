// SQLite wrapper: parsed rows, safe parameters.
import { pathToFileURL } from 'node:url';
import Sqlite from 'libsql';
import * as z from 'zod/mini';

/** The binding crashes the process on a boolean. */
export type SqlValue = string | number | null;

export interface Database {
  /** The number of changed rows. */
  run(sql: string, ...values: readonly SqlValue[]): number;
  /** Throws if a row does not match. */
  all<S extends z.ZodMiniType>(schema: S, sql: string, ...values: readonly SqlValue[]): z.output<S>[];
  one<S extends z.ZodMiniType>(schema: S, sql: string, ...values: readonly SqlValue[]): z.output<S> | null;
  execute(sql: string): void;
  /** Joins an outer transaction. `work` must not be async. */
  transaction<T>(work: () => T): T;
  /** As far as no reader blocks it. */
  checkpointWal(): void;
  close(): void;
}

const busyTimeoutMs = 5_000;

/** Durable. `:memory:` for tests. */
export function openDatabase(file: string): Database {
  const database = new Connection(new Sqlite(file, { timeout: busyTimeoutMs }));
  database.execute('PRAGMA journal_mode = WAL');
  database.execute('PRAGMA synchronous = FULL');
  database.execute('PRAGMA foreign_keys = ON');
  return database;
}

/** The file must exist. */
export function openDatabaseToRead(file: string): Database {
  return new Connection(new Sqlite(`${pathToFileURL(file).href}?mode=ro`, { timeout: busyTimeoutMs }));
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

/** JSON text. */
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

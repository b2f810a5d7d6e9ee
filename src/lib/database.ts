// The opener of every IndexedDB database of the page.
import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';

/** A database could not be opened, for now: another tab holds an older version of it, or the browser does not answer. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

/** After so long without a word from the browser, the page goes on without the database. */
const openLimitMs = 10_000;

/**
 * Opens a database at the first use, and again after the browser or a newer version in another tab has closed it. While a
 * newer version waits, this tab lets go; a failed opening is tried again at the next use.
 * @param upgrade has the version that the browser has, 0 where there is none
 * @throws (the function that is returned) where storage is blocked, a newer version exists, or DatabaseBusyError
 */
export function createDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
  { open = openDB<Schema>, limitMs = openLimitMs }: OpenerParts<Schema> = {},
): () => Promise<IDBPDatabase<Schema>> {
  // Of the one attempt that there is: opening, open, or given up while the browser may still come back with it.
  let current: Promise<IDBPDatabase<Schema>> | null = null;

  function forget(): void {
    current = null;
  }

  function start(): Promise<IDBPDatabase<Schema>> {
    return new Promise((resolve, reject) => {
      const giveUp = (why: string) => reject(new DatabaseBusyError(why));
      const timer = setTimeout(giveUp, limitMs, 'The browser does not answer.');
      // Where storage is blocked, some browsers throw at once.
      const opening = Promise.resolve().then(() =>
        open(name, version, {
          upgrade,
          blocked: () => giveUp('Another tab holds an older version open.'),
          blocking(_current, _blocked, event) {
            forget();
            if (event.target instanceof IDBDatabase) event.target.close();
          },
          terminated: forget,
        }),
      );
      async function settle(): Promise<void> {
        try {
          const database = await opening;
          current = opening;
          resolve(database);
        } catch (error) {
          forget();
          reject(error);
        } finally {
          clearTimeout(timer);
        }
      }
      void settle();
    });
  }

  return () => (current ??= start());
}

/** What a test hands in. */
interface OpenerParts<Schema extends DBSchema> {
  readonly open?: typeof openDB<Schema>;
  readonly limitMs?: number;
}

/** Whether the browser refused a write for want of room. A transaction that is aborted for it names it itself. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

// IndexedDB opener with reconnect and timeout.
import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';

/** Temporary: another tab holds an older version open, or the browser does not answer. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

const openLimitMs = 10_000;

/**
 * Opens at first use, and again after the browser or a newer version in another tab has closed it. Makes way
 * for a newer version.
 * @param upgrade gets the browser's version, 0 if there is none
 * @throws (the returned function) DatabaseBusyError, or if storage is blocked or a newer version exists
 */
export function createDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
  { open = openDB<Schema>, limitMs = openLimitMs }: OpenerParts<Schema> = {},
): () => Promise<IDBPDatabase<Schema>> {
  // The single attempt: opening, open, or timed out while the browser may still answer.
  let current: Promise<IDBPDatabase<Schema>> | null = null;

  function forget(): void {
    current = null;
  }

  function start(): Promise<IDBPDatabase<Schema>> {
    return new Promise((resolve, reject) => {
      const giveUp = (why: string) => reject(new DatabaseBusyError(why));
      const timer = setTimeout(giveUp, limitMs, 'The browser does not respond.');
      // With blocked storage, some browsers throw synchronously.
      const opening = Promise.resolve().then(() =>
        open(name, version, {
          upgrade,
          blocked: () => giveUp('Another tab has an older version open.'),
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

interface OpenerParts<Schema extends DBSchema> {
  readonly open?: typeof openDB<Schema>;
  readonly limitMs?: number;
}

/** An aborted transaction throws the quota error itself. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

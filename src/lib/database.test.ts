import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb';
import { expect, test } from 'vitest';
import { createDatabase, DatabaseBusyError, isOutOfRoom } from './database.ts';

interface Attempt {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
  readonly block: () => void;
  readonly terminate: () => void;
}

/** A fake IndexedDB whose events the test fires. */
function createBrowser() {
  const attempts: Attempt[] = [];
  const open = (_name: string, _version?: number, callbacks: OpenDBCallbacks<DBSchema> = {}) =>
    new Promise<IDBPDatabase<DBSchema>>((resolve, reject) => {
      const event = Object.assign(new Event('blocked'), { oldVersion: 1, newVersion: 2 });
      attempts.push({
        resolve: () => {
          if (isOpened(opened)) resolve(opened);
        },
        reject,
        block: () => callbacks.blocked?.(1, 2, event),
        terminate: () => callbacks.terminated?.(),
      });
    });
  const database = (limitMs = 60_000) => createDatabase('d', 1, () => undefined, { open, limitMs });
  return { attempts, database };
}

// Only its identity matters.
const opened: object = {};
const isOpened = (value: object): value is IDBPDatabase<DBSchema> => value === opened;

test('a database is opened once, and a failed open is retried at the next use', async () => {
  const { attempts, database } = createBrowser();
  const use = database();
  const [first, second] = [use(), use()];
  await Promise.resolve();
  expect(attempts).toHaveLength(1);
  attempts[0]?.reject(new DOMException('not now', 'UnknownError'));
  await expect(first).rejects.toThrow('not now');
  await expect(second).rejects.toThrow('not now');
  const again = use();
  await Promise.resolve();
  attempts[1]?.resolve();
  expect(await again).toBe(opened);
  expect(await use()).toBe(opened);
  expect(attempts).toHaveLength(2);
});

test('an open that throws at once is retried, too', async () => {
  let tries = 0;
  function refuse(): never {
    tries += 1;
    throw new DOMException('insecure', 'SecurityError');
  }
  const use = createDatabase<DBSchema>('d', 1, () => undefined, { open: refuse });
  await expect(use()).rejects.toThrow('insecure');
  await expect(use()).rejects.toThrow('insecure');
  expect(tries).toBe(2);
});

test('a database that the browser closes is reopened', async () => {
  const { attempts, database } = createBrowser();
  const use = database();
  const first = use();
  await Promise.resolve();
  attempts[0]?.resolve();
  await first;
  attempts[0]?.terminate();
  void use();
  await Promise.resolve();
  expect(attempts).toHaveLength(2);
});

test('an open blocked by another tab fails at once, and is used once the other tab closes', async () => {
  const { attempts, database } = createBrowser();
  const use = database();
  const first = use();
  await Promise.resolve();
  attempts[0]?.block();
  await expect(first).rejects.toThrow(DatabaseBusyError);
  await expect(use()).rejects.toThrow(DatabaseBusyError);
  attempts[0]?.resolve();
  await expect.poll(() => use().catch(() => null)).toBe(opened);
  expect(attempts).toHaveLength(1);
});

test('an open that never completes times out', async () => {
  const { database } = createBrowser();
  await expect(database(1)()).rejects.toThrow('does not respond');
});

test('only a quota error is reported as a full disk', () => {
  expect(isOutOfRoom(new DOMException('', 'QuotaExceededError'))).toBe(true);
  expect(isOutOfRoom(new DOMException('', 'AbortError'))).toBe(false);
});

import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb';
import { expect, test } from 'vitest';
import { createDatabase, DatabaseBusyError, isOutOfRoom } from './database.ts';

interface Attempt {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
  readonly block: () => void;
  readonly terminate: () => void;
}

/** A browser whose answers the test gives itself. */
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

// Nothing but its identity is looked at.
const opened: object = {};
const isOpened = (value: object): value is IDBPDatabase<DBSchema> => value === opened;

test('a database is opened once, and a failed opening is tried again at the next use', async () => {
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

test('a browser that throws at once is asked again, too', async () => {
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

test('what the browser closes by itself is reopened', async () => {
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

test('while another tab holds an older version, nothing waits; once it lets go, the same opening serves', async () => {
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

test('a browser that never answers is waited for no longer than the limit', async () => {
  const { database } = createBrowser();
  await expect(database(1)()).rejects.toThrow('does not respond');
});

test('only a full disk is said to be full', () => {
  expect(isOutOfRoom(new DOMException('', 'QuotaExceededError'))).toBe(true);
  expect(isOutOfRoom(new DOMException('', 'AbortError'))).toBe(false);
});

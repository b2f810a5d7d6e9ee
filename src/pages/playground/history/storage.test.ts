import { expect, test } from 'vitest';
import { DatabaseBusyError } from '#lib/database.ts';
import { withMemoryFallback, createMemoryStorage, type HistoryStorage } from './storage.ts';
import { draftOf, idOf, runOf, stateOf } from '#pages/playground/history/testing/states.ts';

/** Limits the characters of recordings. */
function smallStorage(room: { characters: number }): HistoryStorage & { inner: HistoryStorage } {
  const inner = createMemoryStorage();
  return {
    ...inner,
    inner,
    async write(batch) {
      const size = (batch.recordings ?? []).reduce((sum, { text }) => sum + text.length, 0);
      if (size > room.characters) throw new DOMException('No room.', 'QuotaExceededError');
      await inner.write(batch);
    },
  };
}

/** Calls fail with the current error, if any. */
function refusing(error: () => Error | undefined, inner = createMemoryStorage()): HistoryStorage {
  async function pass<Value>(operation: () => Promise<Value>): Promise<Value> {
    const current = error();
    if (current !== undefined) throw current;
    return operation();
  }
  return {
    load: () => pass(inner.load),
    write: (each) => pass(() => inner.write(each)),
    readRecording: (id) => pass(() => inner.readRecording(id)),
    dropRecordings: (ids) => pass(() => inner.dropRecordings(ids)),
    remove: (ids, moved) => pass(() => inner.remove(ids, moved)),
  };
}

const batch = {
  nodes: [stateOf(1, null)],
  runs: [runOf(1, 'text')],
  recordings: [{ id: idOf(1), text: 'long' }],
};

test('with blocked storage everything works from memory, and the page is notified once', async () => {
  let reports = 0;
  const storage = withMemoryFallback(
    refusing(() => new DOMException('blocked', 'SecurityError')),
    () => (reports += 1),
  );
  await storage.write(batch);
  await storage.write({ names: [{ id: idOf(1), text: 'n', at: 2 }] });
  const { records, recordingIds } = await storage.load();
  expect(records).toMatchObject({ nodes: batch.nodes, runs: batch.runs, names: [{ text: 'n' }] });
  expect(recordingIds).toEqual([idOf(1)]);
  expect(await storage.readRecording(idOf(1))).toEqual({ file: 'long' });
  expect([storage.trouble(), reports]).toEqual(['blocked', 1]);
});

test('with full storage small records are still kept, and the rest once there is room', async () => {
  const room = { characters: 0 };
  const small = smallStorage(room);
  const storage = withMemoryFallback(small, () => undefined);
  await storage.write(batch);
  expect(storage.trouble()).toBe('full');
  expect((await small.inner.load()).records.runs).toHaveLength(1);
  expect(await small.inner.readRecording(idOf(1))).toBeNull();
  expect(await storage.readRecording(idOf(1))).toEqual({ file: 'long' });
  room.characters = 100;
  await storage.retry();
  expect(storage.trouble()).toBeNull();
  expect(await small.inner.readRecording(idOf(1))).toEqual({ file: 'long' });
});

test('a failed write is repeated with the next successful change, and the notice ends', async () => {
  const inner = createMemoryStorage();
  const errors: Error[] = [];
  const troubles: unknown[] = [];
  const storage = withMemoryFallback(
    refusing(() => errors.at(-1), inner),
    () => troubles.push(storage.trouble()),
  );
  errors.push(new DOMException('older', 'VersionError'));
  await storage.write(batch);
  errors.push(new DatabaseBusyError('held'));
  await storage.write({ names: [{ id: idOf(1), text: 'n', at: 2 }] });
  expect(troubles).toEqual(['outdated', 'failed']);
  errors.length = 0;
  await storage.write({ runs: [runOf(2, 'more')] });
  expect(storage.trouble()).toBeNull();
  const { records, recordingIds } = await inner.load();
  expect([records.nodes, records.names, records.runs].map(({ length }) => length)).toEqual([1, 1, 2]);
  expect(recordingIds).toEqual([idOf(1)]);
});

test('a failed delete is repeated with the next successful change', async () => {
  const inner = createMemoryStorage();
  const errors: Error[] = [];
  const storage = withMemoryFallback(
    refusing(() => errors.at(-1), inner),
    () => undefined,
  );
  await storage.write({ ...batch, nodes: [stateOf(1, null), stateOf(2, 1)] });
  errors.push(new DatabaseBusyError('held'));
  await storage.remove([idOf(1)], [stateOf(2, null)]);
  expect(storage.trouble()).toBe('failed');
  errors.length = 0;
  await storage.write({ runs: [runOf(2, 'more')] });
  expect(storage.trouble()).toBeNull();
  const { records, recordingIds } = await inner.load();
  expect([records.nodes, recordingIds]).toEqual([[stateOf(2, null)], []]);
});

test('a state that waits for storage is never written over its later text', async () => {
  const inner = createMemoryStorage();
  const errors: Error[] = [];
  const storage = withMemoryFallback(
    refusing(() => errors.at(-1), inner),
    () => undefined,
  );
  errors.push(new DatabaseBusyError('held'));
  await storage.write({ nodes: [stateOf(1, null, { at: 1, draft: draftOf('Once') })] });
  errors.length = 0;
  const later = stateOf(1, null, { at: 2, draft: draftOf('Once upon a time') });
  await storage.write({ nodes: [later] });
  expect(storage.trouble()).toBeNull();
  expect((await inner.load()).records.nodes).toEqual([later]);
});

test('a state that waits for room keeps its place when the one before it is deleted', async () => {
  const inner = createMemoryStorage();
  const errors: Error[] = [];
  const storage = withMemoryFallback(
    refusing(() => errors.at(-1), inner),
    () => undefined,
  );
  await storage.write({ nodes: [stateOf(1, null), stateOf(2, 1)] });
  errors.push(new DOMException('No room.', 'QuotaExceededError'));
  await storage.write({ nodes: [stateOf(3, 2)] });
  errors.length = 0;
  await storage.remove([idOf(2)], [stateOf(3, 1)]);
  await storage.retry();
  expect(storage.trouble()).toBeNull();
  expect((await inner.load()).records.nodes).toEqual([stateOf(1, null), stateOf(3, 1)]);
});

test('a name is never replaced by an earlier one', async () => {
  const storage = createMemoryStorage();
  await storage.write({ names: [{ id: idOf(1), text: 'later', at: 5 }] });
  await storage.write({ names: [{ id: idOf(1), text: 'earlier', at: 4 }] });
  expect(storage.contents().names).toEqual([{ id: idOf(1), text: 'later', at: 5 }]);
});

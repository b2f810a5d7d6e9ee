import { expect, test } from 'vitest';
import { shelterStorage } from './sheltered-storage.ts';
import { createMemoryStorage, type HistoryStorage } from './storage.ts';
import { idOf, runOf, stateOf } from './testing/states.ts';

/** A place that takes no more than so many characters of recordings. */
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

const batch = {
  nodes: [stateOf(1, null)],
  runs: [runOf(1, 'text')],
  recordings: [{ id: idOf(1), text: 'long' }],
};

test('where storage is blocked, everything works from memory, and the page hears of it once', async () => {
  let told = 0;
  const storage = shelterStorage(
    () => Promise.reject(new Error('blocked')),
    () => (told += 1),
  );
  await storage.write(batch);
  await storage.write({ names: [{ id: idOf(1), text: 'n', at: 2 }] });
  const { records, recordingIds } = await storage.load();
  expect(records).toMatchObject({ nodes: batch.nodes, runs: batch.runs, names: [{ text: 'n' }] });
  expect(recordingIds).toEqual([idOf(1)]);
  expect(await storage.readRecording(idOf(1))).toBe('long');
  expect([storage.trouble(), told]).toEqual(['blocked', 1]);
});

test('where storage is full, what is small is still kept, and the rest once there is room', async () => {
  const room = { characters: 0 };
  const small = smallStorage(room);
  const storage = shelterStorage(
    async () => small,
    () => undefined,
  );
  await storage.write(batch);
  expect(storage.trouble()).toBe('full');
  expect((await small.inner.load()).records.runs).toHaveLength(1);
  expect(await small.inner.readRecording(idOf(1))).toBeNull();
  expect(await storage.readRecording(idOf(1))).toBe('long');
  room.characters = 100;
  await storage.retry();
  expect(storage.trouble()).toBeNull();
  expect(await small.inner.readRecording(idOf(1))).toBe('long');
});

test('a storage that closes by itself is not asked again', async () => {
  const closers: (() => void)[] = [];
  const inner = createMemoryStorage();
  const storage = shelterStorage(
    async (onLost) => {
      closers.push(onLost);
      return inner;
    },
    () => undefined,
  );
  await storage.load();
  for (const close of closers) close();
  await storage.write(batch);
  expect(storage.trouble()).toBe('lost');
  expect((await inner.load()).records.nodes).toEqual([]);
  expect(await storage.readRecording(idOf(1))).toBe('long');
});

test('a name never gives way to an earlier one', async () => {
  const storage = createMemoryStorage();
  await storage.write({ names: [{ id: idOf(1), text: 'later', at: 5 }] });
  await storage.write({ names: [{ id: idOf(1), text: 'earlier', at: 4 }] });
  expect(storage.contents().names).toEqual([{ id: idOf(1), text: 'later', at: 5 }]);
});

import { expect, test } from 'vitest';
import { createDiary } from './diary.ts';
import { snapshotHardware, snapshotModels } from './snapshot.ts';

const blocked = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
const page = (input: number, atMs: number) =>
  snapshotModels('c', [{ id: 'm', pricing: { input, output: 1 } }], atMs);
const asked = (model: string, atMs: number) =>
  snapshotHardware('c', [{ id: 'h', availability: { status: 'available' } }], model, atMs);
const hour = 3_600_000;

test('where storage is blocked the diary lives in memory and says so', async () => {
  const diary = createDiary(blocked);
  await diary.write(page(1, 1));
  expect(await diary.pages('c', 'models')).toEqual([page(1, 1)]);
  expect(await diary.pages('other', 'models')).toEqual([]);
  expect(diary.isKept()).toBe(false);
});

test('a page is written when something changed, or when a day went by', async () => {
  const diary = createDiary(blocked);
  for (const each of [page(1, 0), page(1, hour), page(2, 2 * hour), page(2, 30 * hour)])
    await diary.write(each);
  expect((await diary.pages('c', 'models')).map(({ atMs }) => atMs / hour)).toEqual([0, 2, 30]);
});

test('a list that was asked for another model has a page of its own, and its age is kept to some minutes', async () => {
  const diary = createDiary(blocked);
  const minute = 60_000;
  for (const each of [asked('a', 0), asked('a', minute), asked('b', 2 * minute), asked('b', 20 * minute)])
    await diary.write(each);
  expect((await diary.pages('c', 'hardware')).map(({ atMs }) => atMs / minute)).toEqual([0, 2, 20]);
});

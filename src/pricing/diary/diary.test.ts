import { expect, test } from 'vitest';
import { createDiary } from './diary.ts';
import { snapshotModels } from './snapshot.ts';

const blocked = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
const page = (input: number, atMs: number) =>
  snapshotModels('c', [{ id: 'm', pricing: { input, output: 1 } }], atMs);
const hour = 3_600_000;

test('where storage is blocked the diary lives in memory and says so', async () => {
  const diary = createDiary(blocked);
  await diary.write(page(1, 1));
  expect(await diary.pages('c', 'models')).toEqual([page(1, 1)]);
  expect(await diary.pages('other', 'models')).toEqual([]);
  expect(diary.isKept()).toBe(false);
});

test('what stays the same has a first and a last page, however often it is seen', async () => {
  const diary = createDiary(blocked);
  for (const each of [page(1, 0), page(1, hour), page(1, 2 * hour), page(2, 3 * hour), page(1, 4 * hour)])
    await diary.write(each);
  expect((await diary.pages('c', 'models')).map(({ atMs }) => atMs / hour)).toEqual([0, 2, 3, 4]);
});

test('pages that are written at once are compared one after another', async () => {
  const diary = createDiary(blocked);
  await Promise.all([page(1, 1), page(1, 2), page(1, 3), page(1, 3)].map((each) => diary.write(each)));
  expect((await diary.pages('c', 'models')).map(({ atMs }) => atMs)).toEqual([1, 3]);
});

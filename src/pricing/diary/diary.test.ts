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

test('a page is written when something changed, or when a day went by', async () => {
  const diary = createDiary(blocked);
  for (const each of [page(1, 0), page(1, hour), page(2, 2 * hour), page(2, 30 * hour)])
    await diary.write(each);
  expect((await diary.pages('c', 'models')).map(({ atMs }) => atMs / hour)).toEqual([0, 2, 30]);
});

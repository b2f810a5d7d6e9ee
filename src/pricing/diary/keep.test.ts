import { expect, test } from 'vitest';
import { keepPage, longestDays, mostPages, type KeptPage } from './keep.ts';
import type { Snapshot } from './snapshot.ts';

const day = 24 * 3_600_000;
const page = (atMs: number, price: number, model?: string): Snapshot => ({
  connectionId: 'c',
  kind: 'hardware',
  atMs,
  records: { a: { cents_per_minute: price } },
  ...(model !== undefined && { model }),
});
const kept = (...pages: readonly Snapshot[]): readonly KeptPage[] =>
  pages.map((each, index) => ({ key: index + 1, page: each }));

test('of what is equal the first and the last are kept, and every change is', () => {
  expect(keepPage([], page(1, 9))).toEqual({ replaced: null, removed: [] });
  expect(keepPage(kept(page(1, 9)), page(2, 9))).toEqual({ replaced: null, removed: [] });
  expect(keepPage(kept(page(1, 9), page(2, 9)), page(3, 9))).toEqual({ replaced: 2, removed: [] });
  expect(keepPage(kept(page(1, 9), page(2, 9)), page(3, 10))).toEqual({ replaced: null, removed: [] });
  expect(keepPage(kept(page(1, 10), page(2, 9)), page(3, 9))).toEqual({ replaced: null, removed: [] });
});

test('answers for one model are compared with answers for the same one', () => {
  const pages = kept(page(1, 9, 'm'), page(2, 9, 'm'), page(3, 9, 'other'), page(4, 9));
  expect(keepPage(pages, page(5, 9, 'm'))).toEqual({ replaced: 2, removed: [] });
  expect(keepPage(pages, page(5, 9))).toEqual({ replaced: null, removed: [] });
});

test('a page that is no newer than the last of its answer changes nothing', () => {
  expect(keepPage(kept(page(5, 9)), page(5, 10))).toBeNull();
  expect(keepPage(kept(page(5, 9)), page(4, 9))).toBeNull();
  expect(keepPage(kept(page(5, 9)), page(4, 9, 'm'))).not.toBeNull();
});

test('what is older than a year goes, and so do the oldest of too many', () => {
  const old = kept(page(1, 1), page(10 * day, 2));
  expect(keepPage(old, page(longestDays * day + 2, 3))?.removed).toEqual([1]);
  const many = kept(...Array.from({ length: mostPages }, (_, index) => page(index + 1, index)));
  expect(keepPage(many, page(mostPages + 1, -1))?.removed).toEqual([1]);
  expect(keepPage(many.slice(1), page(mostPages + 1, -1))?.removed).toEqual([]);
});

test('answers for models push out no prices, and one model that changes often pushes out no other', () => {
  const prices = [page(1, 1), page(2, 2), page(3, 3)];
  const quiet = page(4, 1, 'quiet');
  const flapping = Array.from({ length: mostPages - 1 }, (_, index) => page(index + 5, index % 2, 'flaps'));
  const full = kept(...prices, quiet, ...flapping);
  expect(keepPage(full, page(9_999, -1, 'flaps'))?.removed).toEqual([5]);
  expect(keepPage(full, page(9_999, 7))?.removed).toEqual([]);
});

test('the newest answer for each model stays, however many models a long list is asked for', () => {
  const records = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [index, {}]));
  const models = kept(...Array.from({ length: 60 }, (_, index) => page(index + 1, 1, `m${index}`)));
  expect(keepPage(models, { ...page(99, 1, 'next'), records })?.removed).toEqual([]);
});

test('of a long list fewer pages are kept', () => {
  const records = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [index, {}]));
  const many = kept(...Array.from({ length: 25 }, (_, index) => page(index + 1, index)));
  expect(keepPage(many, { ...page(99, 0), records })?.removed).toEqual([1, 2, 3, 4, 5, 6]);
});

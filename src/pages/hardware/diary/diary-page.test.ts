import { expect, test } from 'vitest';
import { differences } from '#pricing/diary/snapshot.ts';
import { changesIn, diaryPage, differenceWords, knownBefore, summary } from './diary-page.ts';

const config = (id: string, cents: number, status?: string) => ({
  id,
  pricing: { cents_per_minute: cents },
  ...(status !== undefined && { availability: { status } }),
});

const page = (atMs: number, cents: number, offered: Readonly<Record<string, string>> = {}) =>
  diaryPage({
    connectionId: 'c',
    all: [config('a', cents), config('b', 2)],
    offered: new Map(Object.entries(offered).map(([model, status]) => [model, [config('a', cents, status)]])),
    atMs,
  });

test('a page says of every configuration what it is for a model, also that it is not offered', () => {
  expect(page(1, 9, { m: 'available' }).records).toEqual({
    a: { cents_per_minute: 9, 'availability m': 'available' },
    b: { cents_per_minute: 2, 'availability m': 'not offered' },
  });
});

test('availability is compared with the last time that it was asked, whatever was asked in between', () => {
  const pages = [page(1, 9, { m: 'available' }), page(2, 9, { other: 'available' }), page(3, 9)];
  const before = knownBefore(pages, 4);
  const found = before === null ? [] : differences(before, page(5, 10, { m: 'unavailable' }));
  expect(found.map(differenceWords)).toEqual([
    'price 9.00 ¢/min → 10.00 ¢/min',
    'for m: available → unavailable',
  ]);
  expect(summary(found)).toBe('1 price changed, 1 availability changed');
  expect(knownBefore(pages, 1)).toBeNull();
});

test('the history of a configuration is what changed, newest first', () => {
  const pages = [
    page(1, 9),
    page(2, 10),
    page(3, 10),
    page(4, 11, { m: 'available' }),
    page(5, 11, { m: 'insufficient' }),
  ];
  const changes = changesIn(pages, 'a');
  expect(changes.map(({ atMs, difference }) => [atMs, differenceWords(difference)])).toEqual([
    [5, 'for m: available → insufficient'],
    [4, 'price 10.00 ¢/min → 11.00 ¢/min'],
    [2, 'price 9.00 ¢/min → 10.00 ¢/min'],
  ]);
  expect(changesIn(pages, 'b')).toEqual([]);
});

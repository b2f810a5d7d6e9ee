import { expect, test } from 'vitest';
import { differences, snapshotHardware } from '#pricing/price-history.ts';
import { changesIn, differenceWords, knownBefore, offerSnapshot, summary } from './use-price-history.ts';

const config = (id: string, cents: number) => ({ id, pricing: { cents_per_minute: cents } });

const prices = (atMs: number, cents: number) =>
  snapshotHardware('c', [config('a', cents), config('b', 2)], atMs);

const asked = (atMs: number, model: string, status: string) =>
  offerSnapshot({
    connectionId: 'c',
    model,
    all: [{ id: 'a' }, { id: 'b' }],
    offered: [{ id: 'a', availability: { status } }],
    atMs,
  });

test('a snapshot for a model states the availability of every configuration, even if not offered', () => {
  expect(asked(7, 'm', 'available')).toEqual({
    connectionId: 'c',
    kind: 'hardware',
    atMs: 7,
    model: 'm',
    records: { a: { 'availability m': 'available' }, b: { 'availability m': 'not offered' } },
  });
});

test('a price sent as text is told as one, and words in its place as words', () => {
  const changed = { kind: 'changed', id: 'a', field: 'cents_per_minute' } as const;
  expect(differenceWords({ ...changed, before: '9', after: 'contact_sales' })).toBe(
    'price 9.00 ¢/min → contact sales',
  );
});

test('prices that differ never look alike', () => {
  const changed = { kind: 'changed', id: 'a', field: 'cents_per_minute' } as const;
  expect(differenceWords({ ...changed, before: 0.6667, after: 0.6699 })).toBe(
    'price 0.667 ¢/min → 0.67 ¢/min',
  );
  expect(differenceWords({ ...changed, before: 13.151, after: 13.1533 })).toBe(
    'price 13.151 ¢/min → 13.153 ¢/min',
  );
});

test('availability is compared with its last answer, whatever was requested in between', () => {
  const snapshots = [prices(1, 9), asked(1, 'm', 'available'), asked(2, 'other', 'available'), prices(3, 9)];
  const before = knownBefore(snapshots, 4);
  const found =
    before === null
      ? []
      : [prices(5, 10), asked(5, 'm', 'unavailable')].flatMap((snapshot) => differences(before, snapshot));
  expect(found.map(differenceWords)).toEqual([
    'price 9.00 ¢/min → 10.00 ¢/min',
    'for m: available → unavailable',
  ]);
  expect(summary(found)).toBe('1 price changed, 1 availability changed');
  expect(knownBefore(snapshots, 1)).toBeNull();
});

test('a snapshot of an earlier form, with prices and availability on it, is still read', () => {
  const old = {
    ...prices(1, 9),
    records: { a: { cents_per_minute: 9, 'availability m': 'available' }, b: { cents_per_minute: 2 } },
  };
  expect(
    changesIn([old, prices(2, 9), asked(3, 'm', 'insufficient')], 'a').map(({ difference }) => difference),
  ).toEqual([
    { kind: 'changed', id: 'a', field: 'availability m', before: 'available', after: 'insufficient' },
  ]);
});

test('the history of a configuration lists its changes, newest first', () => {
  const snapshots = [
    prices(1, 9),
    prices(2, 10),
    prices(3, 10),
    asked(4, 'm', 'available'),
    prices(5, 11),
    asked(6, 'm', 'insufficient'),
  ];
  const changes = changesIn(snapshots, 'a');
  expect(changes.map(({ atMs, difference }) => [atMs, differenceWords(difference)])).toEqual([
    [6, 'for m: available → low capacity'],
    [5, 'price 10.00 ¢/min → 11.00 ¢/min'],
    [2, 'price 9.00 ¢/min → 10.00 ¢/min'],
  ]);
  expect(changesIn(snapshots, 'b')).toEqual([]);
  expect(changesIn(snapshots).map(({ atMs }) => atMs)).toEqual([6, 5, 2]);
});

test('the history shows both the removal and the return of a configuration', () => {
  const without = snapshotHardware('c', [config('b', 2)], 2);
  expect(
    changesIn([prices(1, 9), without, prices(3, 9)], 'a').map(({ difference }) => difference.kind),
  ).toEqual(['added', 'removed']);
});

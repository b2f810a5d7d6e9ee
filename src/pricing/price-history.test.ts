import { expect, test } from 'vitest';
import {
  applyRetention,
  createPriceHistory,
  differences,
  maxDays,
  maxSnapshots,
  nextVisit,
  pricesOf,
  snapshotHardware,
  snapshotModels,
  type SavedSnapshot,
  type Snapshot,
} from './price-history.ts';

const listed = { id: 'm', context_length: 8192, pricing: { input: 1, output: 2 } };

test('a changed price, a new model and a removed one are distinguished', () => {
  const before = snapshotModels('c', [listed, { id: 'gone' }], 1);
  const after = snapshotModels('c', [{ ...listed, pricing: { input: 1, output: 3 } }, { id: 'new' }], 2);
  expect(differences(before, after)).toEqual([
    { kind: 'changed', id: 'm', field: 'output', before: 2, after: 3 },
    { kind: 'added', id: 'new' },
    { kind: 'removed', id: 'gone' },
  ]);
});

test('a newly stated price is a change, and equal snapshots have no difference', () => {
  const before = snapshotModels('c', [{ id: 'm' }], 1);
  const after = snapshotModels('c', [{ id: 'm', pricing: { input: 0 } }], 2);
  expect(differences(before, after)).toEqual([
    { kind: 'changed', id: 'm', field: 'input', before: undefined, after: 0 },
  ]);
  expect(differences(after, after)).toEqual([]);
});

test('a snapshot for a model is compared only in its own fields, with their last known values', () => {
  const prices = snapshotHardware('c', [{ id: 'h', pricing: { cents_per_minute: 9 } }, { id: 'i' }], 1);
  const asked = (status: string, atMs: number) => ({
    ...prices,
    atMs,
    model: 'm',
    records: { h: { 'availability m': status } },
  });
  expect(differences(prices, asked('available', 2))).toEqual([]);
  expect(differences(asked('available', 2), asked('unavailable', 3))).toEqual([
    { kind: 'changed', id: 'h', field: 'availability m', before: 'available', after: 'unavailable' },
  ]);
  expect(differences(asked('available', 2), asked('available', 3))).toEqual([]);
  const snapshots = [prices, asked('available', 2), asked('unavailable', 3)];
  expect(pricesOf(snapshots, 'h', 'cents_per_minute')).toEqual([{ atMs: 1, value: 9 }]);
});

test('prices sent as text have a history, words instead of a price have none', () => {
  const snapshots = [1, '1.5', 'contact_sales', 2].map((input, atMs) =>
    snapshotModels('c', [{ id: 'm', pricing: { input } }], atMs),
  );
  expect(pricesOf(snapshots, 'm', 'input')).toEqual([
    { atMs: 0, value: 1 },
    { atMs: 1, value: 1.5 },
    { atMs: 3, value: 2 },
  ]);
});

const blocked = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
const snapshot = (input: number, atMs: number) =>
  snapshotModels('c', [{ id: 'm', pricing: { input, output: 1 } }], atMs);
const hour = 3_600_000;

test('blocked storage keeps the history in memory and is reported', async () => {
  const history = createPriceHistory(blocked);
  await history.write(snapshot(1, 1));
  expect(await history.snapshots('c', 'models')).toEqual([snapshot(1, 1)]);
  expect(await history.snapshots('other', 'models')).toEqual([]);
  expect(history.isStored()).toBe(false);
});

test('unchanged answers keep a first and a last snapshot, however often they are seen', async () => {
  const history = createPriceHistory(blocked);
  for (const each of [
    snapshot(1, 0),
    snapshot(1, hour),
    snapshot(1, 2 * hour),
    snapshot(2, 3 * hour),
    snapshot(1, 4 * hour),
  ])
    await history.write(each);
  expect((await history.snapshots('c', 'models')).map(({ atMs }) => atMs / hour)).toEqual([0, 2, 3, 4]);
});

test('pages written at once are compared one after another', async () => {
  const history = createPriceHistory(blocked);
  await Promise.all(
    [snapshot(1, 1), snapshot(1, 2), snapshot(1, 3), snapshot(1, 3)].map((each) => history.write(each)),
  );
  expect((await history.snapshots('c', 'models')).map(({ atMs }) => atMs)).toEqual([1, 3]);
});

const day = 24 * 3_600_000;
const keptSnapshot = (atMs: number, price: number, model?: string): Snapshot => ({
  connectionId: 'c',
  kind: 'hardware',
  atMs,
  records: { a: { cents_per_minute: price } },
  ...(model !== undefined && { model }),
});
const keptDays = (...snapshots: readonly Snapshot[]): readonly SavedSnapshot[] =>
  snapshots.map((each, index) => ({ key: index + 1, snapshot: each }));

test('the first and last of equal snapshots are kept, and so is every change', () => {
  expect(applyRetention([], keptSnapshot(1, 9))).toEqual(new Set());
  expect(applyRetention(keptDays(keptSnapshot(1, 9)), keptSnapshot(2, 9))).toEqual(new Set());
  expect(applyRetention(keptDays(keptSnapshot(1, 9), keptSnapshot(2, 9)), keptSnapshot(3, 9))).toEqual(
    new Set([2]),
  );
  expect(applyRetention(keptDays(keptSnapshot(1, 9), keptSnapshot(2, 9)), keptSnapshot(3, 10))).toEqual(
    new Set(),
  );
  expect(applyRetention(keptDays(keptSnapshot(1, 10), keptSnapshot(2, 9)), keptSnapshot(3, 9))).toEqual(
    new Set(),
  );
  // Also a record or a price that is new.
  for (const records of [{}, { a: {} }]) {
    const before = keptDays({ ...keptSnapshot(1, 9), records }, { ...keptSnapshot(2, 9), records });
    expect(applyRetention(before, keptSnapshot(3, 9))).toEqual(new Set());
  }
});

test('answers for one model are compared with answers for the same one', () => {
  const snapshots = keptDays(
    keptSnapshot(1, 9, 'm'),
    keptSnapshot(2, 9, 'm'),
    keptSnapshot(3, 9, 'other'),
    keptSnapshot(4, 9),
  );
  expect(applyRetention(snapshots, keptSnapshot(5, 9, 'm'))).toEqual(new Set([2]));
  expect(applyRetention(snapshots, keptSnapshot(5, 9))).toEqual(new Set());
});

test('a snapshot that is no newer than the last of its answer changes nothing', () => {
  expect(applyRetention(keptDays(keptSnapshot(5, 9)), keptSnapshot(5, 10))).toBeNull();
  expect(applyRetention(keptDays(keptSnapshot(5, 9)), keptSnapshot(4, 9))).toBeNull();
  expect(applyRetention(keptDays(keptSnapshot(5, 9)), keptSnapshot(4, 9, 'm'))).not.toBeNull();
});

test('snapshots older than a year are dropped, and so are the oldest of too many', () => {
  const old = keptDays(keptSnapshot(1, 1), keptSnapshot(10 * day, 2));
  expect(applyRetention(old, keptSnapshot(maxDays * day + 2, 3))).toEqual(new Set([1]));
  const many = keptDays(
    ...Array.from({ length: maxSnapshots }, (_, index) => keptSnapshot(index + 1, index)),
  );
  expect(applyRetention(many, keptSnapshot(maxSnapshots + 1, -1))).toEqual(new Set([1]));
  expect(applyRetention(many.slice(1), keptSnapshot(maxSnapshots + 1, -1))).toEqual(new Set([]));
});

test('answers for models displace no prices, and a model that changes often displaces no other', () => {
  const prices = [keptSnapshot(1, 1), keptSnapshot(2, 2), keptSnapshot(3, 3)];
  const quiet = keptSnapshot(4, 1, 'quiet');
  const flapping = Array.from({ length: maxSnapshots - 1 }, (_, index) =>
    keptSnapshot(index + 5, index % 2, 'flaps'),
  );
  const full = keptDays(...prices, quiet, ...flapping);
  expect(applyRetention(full, keptSnapshot(9_999, -1, 'flaps'))).toEqual(new Set([5]));
  expect(applyRetention(full, keptSnapshot(9_999, 7))).toEqual(new Set([]));
});

test('the newest answer for each model stays, however many models are requested', () => {
  const records = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [index, {}]));
  const models = keptDays(
    ...Array.from({ length: 60 }, (_, index) => keptSnapshot(index + 1, 1, `m${index}`)),
  );
  expect(applyRetention(models, { ...keptSnapshot(99, 1, 'next'), records })).toEqual(new Set([]));
});

test('fewer snapshots of a long list are kept', () => {
  const records = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [index, {}]));
  const many = keptDays(...Array.from({ length: 25 }, (_, index) => keptSnapshot(index + 1, index)));
  expect(applyRetention(many, { ...keptSnapshot(99, 0), records })).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});

const minute = 60_000;

test('the first visit has no previous one', () => {
  expect(nextVisit(undefined, 5)).toEqual({ startedMs: 5, seenMs: 5, previousMs: null });
});

test('a reload within half an hour belongs to the same visit, so that its changes stay in sight', () => {
  const kept = { startedMs: 0, seenMs: 10 * minute, previousMs: -1 };
  expect(nextVisit(kept, 39 * minute)).toEqual({ ...kept, seenMs: 39 * minute });
});

test('after a pause a new visit begins and compares with the end of the last one', () => {
  const kept = { startedMs: 0, seenMs: 10 * minute, previousMs: null };
  expect(nextVisit(kept, 40 * minute)).toEqual({
    startedMs: 40 * minute,
    seenMs: 40 * minute,
    previousMs: 10 * minute,
  });
});

test('a clock that was set back does not end the visit', () => {
  const kept = { startedMs: 0, seenMs: 10 * minute, previousMs: null };
  expect(nextVisit(kept, 0)).toEqual(kept);
});

import { expect, test } from 'vitest';
import { differences, historyOf, snapshotHardware, snapshotModels } from './snapshot.ts';

const model = { id: 'm', context_length: 8192, pricing: { input: 1, output: 2 } };

test('a price that changed, a model that came and one that went are told apart', () => {
  const before = snapshotModels('c', [model, { id: 'gone' }], 1);
  const after = snapshotModels('c', [{ ...model, pricing: { input: 1, output: 3 } }, { id: 'new' }], 2);
  expect(differences(before, after)).toEqual([
    { kind: 'changed', id: 'm', field: 'output', before: 2, after: 3 },
    { kind: 'added', id: 'new' },
    { kind: 'removed', id: 'gone' },
  ]);
});

test('a price that was not stated before is a change, and equal pages have no difference', () => {
  const before = snapshotModels('c', [{ id: 'm' }], 1);
  const after = snapshotModels('c', [{ id: 'm', pricing: { input: 0 } }], 2);
  expect(differences(before, after)).toEqual([
    { kind: 'changed', id: 'm', field: 'input', before: undefined, after: 0 },
  ]);
  expect(differences(after, after)).toEqual([]);
});

test('a page for a model is compared in what it says alone, with what was known of it', () => {
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
  const pages = [prices, asked('available', 2), asked('unavailable', 3)];
  expect(historyOf(pages, 'h', 'availability m').map(({ value }) => value)).toEqual([
    'available',
    'unavailable',
  ]);
  expect(historyOf(pages, 'h', 'cents_per_minute')).toEqual([{ atMs: 1, value: 9 }]);
});

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

const card = (status: string) => ({ id: 'h', pricing: { cents_per_minute: 9 }, availability: { status } });

test('availability is compared only where both lists were asked for the same model', () => {
  const unasked = snapshotHardware('c', [card('available')], null, 1);
  const asked = snapshotHardware('c', [card('available')], 'm', 2);
  const later = snapshotHardware('c', [card('unavailable')], 'm', 3);
  expect(differences(unasked, asked)).toEqual([]);
  expect(differences(asked, later)).toEqual([
    { kind: 'changed', id: 'h', field: 'availability m', before: 'available', after: 'unavailable' },
  ]);
  expect(historyOf([unasked, asked, later], 'h', 'availability m').map(({ value }) => value)).toEqual([
    'available',
    'unavailable',
  ]);
});

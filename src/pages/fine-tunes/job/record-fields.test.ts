import { expect, test } from 'vitest';
import { FineTune } from '#api/schema/fine-tune.ts';
import { fieldsOf, isProbablyUnset, parameterDifferences, recordFields } from './record-fields.ts';

test('every field of the schema has an explanation', () => {
  const explained = new Set(recordFields.map(({ name }) => name));
  expect(Object.keys(FineTune.shape).filter((name) => !explained.has(name))).toEqual([]);
});

test('no field of a record is lost, whatever its name', () => {
  const raw = { moon: 1, status: 'running', id: 'a' };
  expect(fieldsOf(raw).map(({ name, value }) => [name, value])).toEqual([
    ['id', 'a'],
    ['status', 'running'],
    ['moon', 1],
  ]);
  expect(fieldsOf(null)).toEqual([]);
});

test.each([
  ['wandb_url', '', true],
  ['total_price', 0, true],
  ['learning_rate', 0, true],
  ['weight_decay', 0, false],
  ['seed', 0, false],
  ['n_epochs', 3, false],
  ['from_checkpoint', null, true],
])('%s of %j is unset: %s', (name, value, isUnset) => expect(isProbablyUnset(name, value)).toBe(isUnset));

test('runs of one setting differ by their seed', () => {
  const run = { id: 'a', status: 'completed', learning_rate: 0.001, seed: 1 };
  expect(parameterDifferences(run, { ...run, id: 'b', seed: 2 })).toEqual([
    { field: 'seed', before: 1, after: 2 },
  ]);
});

import { expect, test } from 'vitest';
import { groupNames, labelAlso, labelsOf, noLabels, withLabels } from './labels.ts';

test('labels are kept by service and fine-tune, and empty ones are dropped', () => {
  const seeds = { note: 'first', tags: [' a , b', 'b', 'a', ''], group: ' seeds ' };
  const one = withLabels({}, 'home', 'ft-1', seeds);
  const both = withLabels(one, 'away', 'ft-1', { ...noLabels, group: 'other' });
  expect(both).toEqual({
    home: { 'ft-1': { note: 'first', tags: ['a', 'b'], group: 'seeds' } },
    away: { 'ft-1': { note: '', tags: [], group: 'other' } },
  });
  expect(withLabels(both, 'home', 'ft-1', noLabels)['home']).toEqual({});
  expect(labelsOf(both['home'] ?? {}, 'ft-2')).toEqual(noLabels);
  expect(labelsOf({}, 'constructor')).toEqual(noLabels);
});

const grouped = (group: string) => ({ ...noLabels, group });

test('groups are offered once each', () => {
  expect(groupNames({ 1: grouped('b'), 2: grouped('a'), 3: grouped('b'), 4: grouped('') })).toEqual([
    'a',
    'b',
  ]);
});

test('several runs get a group and further tags, or keep their own groups', () => {
  const own = { note: 'first', tags: ['a'], group: 'seeds' };
  expect(labelAlso(own, { group: 'sweep', tags: ['b'] })).toEqual({
    ...own,
    group: 'sweep',
    tags: ['a', 'b'],
  });
  expect(labelAlso(own, { group: null, tags: [] })).toEqual(own);
});

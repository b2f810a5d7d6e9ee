// Picker search by any word, with a cap.
import { expect, test } from 'vitest';
import { isListed, narrow } from './PickerList.tsx';

const groups = [
  { label: 'Runs here', options: [{ value: 'inferdeck/tale-1m', detail: '256 ctx' }] },
  { label: 'Hosted', options: [{ value: 'org/large-70b', label: 'Large 70B', detail: 'chat' }] },
];

test('an empty query leaves everything', () => {
  expect(narrow(groups, '  ')).toEqual({ groups, hidden: 0 });
});

test('all words must be found, in value, label or detail, in any case', () => {
  expect(narrow(groups, 'CHAT large').groups.map((group) => group.label)).toEqual(['Hosted']);
  expect(narrow(groups, 'chat tale').groups).toEqual([]);
});

test('an option typed whole comes first, which Enter takes', () => {
  const versions = { label: 'Checkpoints', options: [{ value: 'tale:4' }, { value: 'tale:8' }] };
  const models = { label: 'Models', options: [{ value: 'tale-2' }, { value: 'tale' }] };
  const valuesFor = (query: string) =>
    narrow([versions, models], query).groups.map(({ options }) => options.map(({ value }) => value));
  expect(valuesFor('tal')).toEqual([
    ['tale:4', 'tale:8'],
    ['tale-2', 'tale'],
  ]);
  expect(valuesFor(' tale')).toEqual([
    ['tale', 'tale-2'],
    ['tale:4', 'tale:8'],
  ]);
});

test('a long list is cut across all groups, and says by how much', () => {
  const many = Array.from({ length: 150 }, (_, index) => ({ value: `model-${index}` }));
  const { groups: left, hidden } = narrow(
    [
      { label: 'a', options: many },
      { label: 'b', options: many },
    ],
    'model',
  );
  expect(left.map((group) => group.options.length)).toEqual([150, 50]);
  expect(hidden).toBe(100);
});

test('what a service lists twice is offered once', () => {
  const twice = [{ value: 'a', detail: 'first' }, { value: 'b' }, { value: 'a', detail: 'second' }];
  expect(narrow([{ label: 'Hosted', options: twice }], '').groups[0]?.options).toEqual(twice.slice(0, 2));
});

test('only the exact value is listed', () => {
  expect(isListed(groups, 'org/large-70b')).toBe(true);
  expect(isListed(groups, 'Large 70B')).toBe(false);
});

import { expect, test } from 'vitest';
import { readFineTuneSearch } from '#pages/fine-tunes/search.ts';
import { filtered, noFilter } from '#timeline/entry.ts';
import { eventFilter, filterParams } from './EventsPart.tsx';
import { eventEntries } from './event-phases.ts';

test('a filter round-trips through the address', () => {
  const filter = { levels: ['error', 'warning'], types: ['odd,one', 'job_start'], text: 'loss = 1' };
  expect(eventFilter(readFineTuneSearch(filterParams(filter)))).toEqual(filter);
});

test('no filter leaves nothing in the address', () => {
  const params = filterParams({ levels: [], types: [], text: '' });
  expect(Object.values(params).every((value) => value === undefined)).toBe(true);
});

test('a malformed address filters by its valid parts', () => {
  expect(eventFilter(readFineTuneSearch({ level: ',,error,error', type: ',', q: 5 }))).toEqual({
    levels: ['error'],
    types: [],
    text: '5',
  });
});

test('events without a type are found by the filter that names them', () => {
  const entries = eventEntries([{ type: 'training_step' }, { message: 'Disk is slow' }]);
  const chosen = entries.slice(1).map(({ type }) => type);
  const filter = eventFilter(filterParams({ ...noFilter, types: chosen }));
  expect(filtered(entries, filter)).toEqual(entries.slice(1));
});

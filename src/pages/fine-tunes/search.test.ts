import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlaidIds, readFineTuneSearch, readFineTunesSearch } from './search.ts';

test('a link to the fine-tunes of a model filters the table by it', () => {
  expect(readFineTunesSearch({ model: 'a,b/c', q: 'x' })).toEqual({ 'in.model': String.raw`a\,b/c`, q: 'x' });
  expect(readFineTunesSearch({ model: 'a', 'in.model': 'b' })).toEqual({ 'in.model': 'b' });
});

test('only known parts of an address are kept, as texts', () => {
  expect(readFineTuneSearch({ with: 'a,b', smooth: 0.4, clip: true, evil: '<', event: ['x'] })).toEqual({
    with: 'a,b',
    smooth: '0.4',
    clip: 'true',
  });
});

test('reading any address twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('with', 'x', 'zoom', 'event', 'q', 'z'), fc.anything()),
      (raw) => {
        const search = readFineTuneSearch(raw);
        expect(readFineTuneSearch(search)).toEqual(search);
      },
    ),
  );
});

test('each fine-tune is overlaid on the open one only once', () => {
  expect(overlaidIds({ with: 'b,,c,b' })).toEqual(['b', 'c']);
  expect(overlaidIds({})).toEqual([]);
  const hundred = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(36, '0'));
  expect(overlaidIds(readFineTuneSearch({ with: hundred.join(',') }))).toEqual(hundred);
});

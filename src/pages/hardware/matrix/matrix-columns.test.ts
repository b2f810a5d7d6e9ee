import { expect, test } from 'vitest';
import { notOffered } from '#pages/hardware/diary/diary-page.ts';
import { exportRows } from '#table/export.ts';
import { matrixColumns, mostConfigurations, shownConfigurations } from './matrix-columns.ts';

const lines = [
  { model: 'a/one', atMs: 0, words: { x: 'available', y: notOffered }, failure: null },
  { model: 'a/two', atMs: null, words: {}, failure: 'No.' },
];

test('a file holds every cell with the time at which it was said, and never asked is not the same as not offered', () => {
  const columns = matrixColumns(['x', 'y']);
  expect(exportRows('csv', lines, columns).split('\r\n')).toEqual([
    'Model,Asked,x,y,Failure',
    'a/one,1970-01-01T00:00:00.000Z,available,not offered,',
    'a/two,,,,No.',
    '',
  ]);
  expect(JSON.parse(exportRows('json', lines, columns))).toEqual([
    { model: 'a/one', asked: '1970-01-01T00:00:00.000Z', x: 'available', y: 'not offered', failure: null },
    { model: 'a/two', asked: null, x: null, y: null, failure: 'No.' },
  ]);
});

test('of too many configurations those with an offer have a column first, in the order of the list', () => {
  const all = Array.from({ length: mostConfigurations + 50 }, (_, index) => `c${index}`);
  const words = Object.fromEntries(all.map((id) => [id, id === all.at(-1) ? 'available' : notOffered]));
  const shown = shownConfigurations(all, [{ model: 'm', atMs: 1, words, failure: null }], notOffered);
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([mostConfigurations, 'c0', all.at(-1)]);
  expect(shownConfigurations(['a', 'b'], lines, notOffered)).toEqual(['a', 'b']);
});

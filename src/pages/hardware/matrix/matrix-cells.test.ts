import { expect, test } from 'vitest';
import { offerPage, notOffered } from '#pages/hardware/configurations/use-price-history.ts';
import { snapshotHardware } from '#pricing/price-history.ts';
import { exportRows } from '#table/ExportMenu.tsx';
import { matrixLine, matrixColumns, maxConfigurations, shownConfigurations } from './matrix-cells.ts';

const list = (status: string) => [{ id: 'a', availability: { status } }];
const everyCell = [{ id: 'a' }, { id: 'b' }];
const page = (atMs: number, model: string, status: string) =>
  offerPage({ connectionId: 'c', model, all: everyCell, offered: list(status), atMs });
const prices = (atMs: number) => snapshotHardware('c', everyCell, atMs);

test('a cell is the newest that the price history knows of it, and unknown is not the same as not offered', () => {
  const pages = [page(1, 'm', 'available'), page(2, 'm', 'unavailable'), page(3, 'other', 'available')];
  expect(matrixLine('m', ['a', 'b'], new Map(), pages)).toEqual({
    model: 'm',
    atMs: 2,
    words: { a: 'unavailable', b: 'not offered' },
    failure: null,
  });
  expect(matrixLine('never', ['a', 'b'], new Map(), pages)).toMatchObject({ atMs: null, words: {} });
});

test('a price list that came later does not make an availability younger', () => {
  expect(matrixLine('m', ['a', 'b'], new Map(), [page(1, 'm', 'available'), prices(50)]).atMs).toBe(1);
});

test('of a run and the price history the newer answer counts, each with its own time', () => {
  const listed = { kind: 'listed', atMs: 9, items: list('insufficient') } as const;
  const answers = new Map([['m', listed]]);
  expect(matrixLine('m', ['a', 'b'], answers, [page(1, 'm', 'available')])).toMatchObject({
    atMs: 9,
    words: { a: 'insufficient', b: 'not offered' },
  });
  expect(matrixLine('m', ['a', 'b'], answers, [page(12, 'm', 'available')])).toMatchObject({
    atMs: 12,
    words: { a: 'available', b: 'not offered' },
  });
});

test('a failure leaves the older cells, and is forgotten when a newer answer came', () => {
  const answers = new Map([['m', { kind: 'failed', atMs: 9, reason: 'No.' } as const]]);
  expect(matrixLine('m', ['a', 'b'], answers, [page(1, 'm', 'available')])).toMatchObject({
    atMs: 1,
    words: { a: 'available' },
    failure: 'No.',
  });
  expect(matrixLine('m', ['a', 'b'], answers, [page(10, 'm', 'available')]).failure).toBeNull();
});

const lines = [
  { model: 'a/one', atMs: 0, words: { x: 'available', y: notOffered }, failure: null },
  { model: 'a/two', atMs: null, words: {}, failure: 'No.' },
];

test('a file holds every cell with the time at which it was said, and never asked is not the same as not offered', () => {
  const columns = matrixColumns(['x', 'y'], new Set(['y']));
  expect(exportRows('csv', lines, columns).split('\r\n')).toEqual([
    'Model,Asked,x,"y (sample, simulated)",Failure',
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
  const all = Array.from({ length: maxConfigurations + 50 }, (_, index) => `c${index}`);
  const words = Object.fromEntries(all.map((id) => [id, id === all.at(-1) ? 'available' : notOffered]));
  const shown = shownConfigurations(all, [{ model: 'm', atMs: 1, words, failure: null }], notOffered);
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([maxConfigurations, 'c0', all.at(-1)]);
  expect(shownConfigurations(['a', 'b'], lines, notOffered)).toEqual(['a', 'b']);
});

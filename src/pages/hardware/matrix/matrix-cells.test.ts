import { expect, test } from 'vitest';
import { offerPage } from '#pages/hardware/diary/diary-page.ts';
import { snapshotHardware } from '#pricing/diary/snapshot.ts';
import { matrixLine, shortAge } from './matrix-cells.ts';

const list = (status: string) => [{ id: 'a', availability: { status } }];
const all = [{ id: 'a' }, { id: 'b' }];
const page = (atMs: number, model: string, status: string) =>
  offerPage({ connectionId: 'c', model, all, offered: list(status), atMs });
const prices = (atMs: number) => snapshotHardware('c', all, atMs);

test('a cell is the newest that the diary knows of it, and unknown is not the same as not offered', () => {
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

test('of a run and the diary the newer answer counts, each with its own time', () => {
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

test('an age fits into a cell', () => {
  const times = [-5, 59_999, 60_000, 3_599_000, 47 * 3_600_000, 50 * 3_600_000];
  expect(times.map((ms) => shortAge(0, ms))).toEqual(['0s', '59s', '1m', '59m', '47h', '2d']);
});

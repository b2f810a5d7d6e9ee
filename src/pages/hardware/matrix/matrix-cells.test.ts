import { expect, test } from 'vitest';
import { diaryPage } from '#pages/hardware/diary/diary-page.ts';
import { matrixLine, shortAge } from './matrix-cells.ts';

const list = (status: string) => [{ id: 'a', availability: { status } }];
const page = (atMs: number, offered: readonly (readonly [string, string])[]) =>
  diaryPage({
    connectionId: 'c',
    all: [{ id: 'a' }, { id: 'b' }],
    offered: new Map(offered.map(([model, status]) => [model, list(status)])),
    atMs,
  });

test('a cell is the newest that the diary knows of it, and unknown is not the same as not offered', () => {
  const pages = [page(1, [['m', 'available']]), page(2, [['m', 'unavailable']]), page(3, [])];
  expect(matrixLine('m', ['a', 'b'], new Map(), pages)).toEqual({
    model: 'm',
    atMs: 2,
    words: { a: 'unavailable', b: 'not offered' },
    failure: null,
  });
  expect(matrixLine('never', ['a', 'b'], new Map(), pages)).toMatchObject({ atMs: null, words: {} });
});

test('what a run has answered comes first, and a failure leaves the older cells', () => {
  const pages = [page(1, [['m', 'available']])];
  const listed = { kind: 'listed', atMs: 9, items: list('insufficient') } as const;
  expect(matrixLine('m', ['a', 'b'], new Map([['m', listed]]), pages)).toMatchObject({
    atMs: 9,
    words: { a: 'insufficient', b: 'not offered' },
  });
  const failed = { kind: 'failed', atMs: 9, reason: 'No.' } as const;
  expect(matrixLine('m', ['a', 'b'], new Map([['m', failed]]), pages)).toMatchObject({
    atMs: 1,
    words: { a: 'available' },
    failure: 'No.',
  });
});

test('an age fits into a cell', () => {
  const times = [-5, 59_999, 60_000, 3_599_000, 47 * 3_600_000, 50 * 3_600_000];
  expect(times.map((ms) => shortAge(0, ms))).toEqual(['0s', '59s', '1m', '59m', '47h', '2d']);
});

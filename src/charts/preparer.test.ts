import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPreparer, type Wish } from './preparer.ts';
import { findPrepared } from './prepared-values.ts';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => queueMicrotask(act));
});
afterEach(() => vi.unstubAllGlobals());

const run = () => Float64Array.from({ length: 30 }, (_, index) => index % 7);
const wishOf = (values: Float64Array, weight: number): Wish => ({ values, weight, isLog: false });
const isReady = (wish: Wish) => findPrepared(wish.values, wish) !== null;

test('raw lines appear together, then smoothed ones, each series in its own task', async () => {
  const [one, other] = [run(), run()];
  const wishes = [wishOf(one, 0), wishOf(other, 0), wishOf(one, 0.5), wishOf(other, 0.5)];
  const seen: boolean[][] = [];
  const preparer = createPreparer(() => seen.push(wishes.map(isReady)));
  preparer.want(wishes);
  expect(wishes.some(isReady)).toBe(false);
  await vi.waitUntil(() => seen.length === 2);
  expect(seen).toEqual([
    [true, true, false, false],
    [true, true, true, true],
  ]);
});

test('a newer request follows a started one, and replaces a pending one', async () => {
  const values = run();
  const wishes = [0.1, 0.2, 0.3, 0.4].map((weight) => wishOf(values, weight));
  const preparer = createPreparer(() => {
    if (isReady(wishes[0] ?? fail())) preparer.want(wishes.slice(3));
  });
  preparer.want(wishes);
  await vi.waitUntil(() => isReady(wishes[3] ?? fail()));
  expect(wishes.map(isReady)).toEqual([true, false, false, true]);
});

test('a chart that has closed prepares nothing more', async () => {
  const values = run();
  const wishes = [wishOf(values, 0), wishOf(values, 0.5)];
  let readyCount = 0;
  const preparer = createPreparer(() => {
    readyCount += 1;
    preparer.close();
  });
  preparer.want(wishes);
  await vi.waitUntil(() => readyCount > 0);
  expect(wishes.map(isReady)).toEqual([true, false]);
  expect(readyCount).toBe(1);
});

function fail(): never {
  throw new Error('There is no such wish.');
}

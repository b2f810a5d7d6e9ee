import { expect, test } from 'vitest';
import type { ChartRun } from '#pages/fine-tunes/charts/chart-run.ts';
import { curvesOf } from '#pages/fine-tunes/testing/facts.ts';
import { meansOfGroups } from './group-mean.ts';

function run(id: string, points: readonly (readonly [number, number])[]): ChartRun {
  const curves = curvesOf({ 'train loss': points });
  return { id, label: id, curves, tokensPerStep: 8, dollarsPerStep: 1, startedMs: 0 };
}

const groups: Readonly<Record<string, string>> = { a: 'seeds', c: 'seeds', e: 'alone' };
const meansOf = (runs: readonly ChartRun[]) => meansOfGroups(runs, (id) => groups[id] ?? '');

test('the runs of a group become their mean, in the place of the first; others stay', () => {
  const runs = ['x', 'a', 'b', 'c', 'e'].map((id) => run(id, [[1, 1]]));
  expect(meansOf(runs).map(({ id }) => id)).toEqual(['x', 'group seeds', 'b', 'e']);
});

test('the mean is that of the runs that reach a step, on the line between their points, with the lowest and highest', () => {
  const [mean] = meansOf([
    run('a', [
      [1, 4],
      [3, 2],
      [5, Number.NaN],
    ]),
    run('c', [
      [2, 5],
      [3, 4],
      [6, 1],
    ]),
  ]);
  const [segment] = mean?.curves.curves.get('train loss') ?? [];
  const [spread] = mean?.spread?.get('train loss') ?? [];
  expect(mean?.label).toBe('seeds (mean of 2)');
  expect([mean?.tokensPerStep, mean?.dollarsPerStep]).toEqual([8, null]);
  expect([...(segment?.steps ?? [])]).toEqual([1, 2, 3, 6]);
  expect([...(segment?.values ?? [])]).toEqual([4, 4, 3, 1]);
  expect([...(segment?.lines ?? [])]).toEqual([1, 2, 2, 1]);
  expect([...(spread?.low ?? [])]).toEqual([4, 3, 2, 1]);
  expect([...(spread?.high ?? [])]).toEqual([4, 5, 4, 1]);
});

test('of a run that was restarted what it went on with counts', () => {
  const restarted = run('a', [
    [1, 9],
    [2, 9],
    [2, 3],
    [1, 5],
    [2, 1],
  ]);
  const [mean] = meansOf([
    restarted,
    run('c', [
      [1, 5],
      [2, 3],
    ]),
  ]);
  const [segment] = mean?.curves.curves.get('train loss') ?? [];
  expect([...(segment?.values ?? [])]).toEqual([5, 2]);
});

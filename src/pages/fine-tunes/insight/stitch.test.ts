import { expect, test } from 'vitest';
import { sourceOf } from '#pages/fine-tunes/curves/curve.ts';
import { stitch, type ChainPart } from './stitch.ts';
import { curvesOf, lossOf, startMs } from './testing/facts.ts';

const parent: ChainPart = { id: 'ft-1', curves: lossOf([9, 8, 7, 6, 5]), untilStep: 3 };
const child: ChainPart = { id: 'ft-2', curves: lossOf([4, 3]), untilStep: null };

const lineOf = (parts: readonly ChainPart[]) => {
  const segment = stitch(parts).curves.curves.get('train loss')?.[0];
  return Array.from(segment?.steps ?? [], (step, index) => [step, segment?.values[index]]);
};

test('the curve of a parent ends at the fork, and the steps of its child are counted on', () => {
  expect(lineOf([parent, child])).toEqual([
    [1, 9],
    [2, 8],
    [3, 7],
    [4, 4],
    [5, 3],
  ]);
  expect(stitch([parent, child]).offsets).toEqual([0, 3]);
});

test('a child of the end of its parent goes on from its last step, over any number of jobs', () => {
  const whole = stitch([{ ...parent, untilStep: null }, { ...child, untilStep: 1 }, child]);
  expect(whole.offsets).toEqual([0, 5, 6]);
  expect([...(whole.curves.curves.get('train loss')?.[0]?.steps ?? [])]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('what a job gave up by its restart is not on the way', () => {
  const restarted = curvesOf({
    'train loss': [
      [1, 9],
      [2, 8],
      [3, 7],
      [2, 7.5],
      [3, 6.5],
    ],
  });
  expect(lineOf([{ id: 'ft-1', curves: restarted, untilStep: null }, child])).toEqual([
    [1, 9],
    [2, 7.5],
    [3, 6.5],
    [4, 4],
    [5, 3],
  ]);
});

test('every point says which job and source it came from, and keeps its time; a job without curves keeps its steps', () => {
  const { curves } = stitch([parent, { id: 'ft-x', curves: curvesOf({}), untilStep: 10 }, child]);
  const segment = curves.curves.get('train loss')?.[0];
  if (segment === undefined) throw new Error('no curve');
  expect([0, 3].map((index) => sourceOf(curves, segment, index))).toEqual(['ft-1 test:1', 'ft-2 test:1']);
  expect([...segment.steps]).toEqual([1, 2, 3, 14, 15]);
  expect(segment.timesMs[3]).toBe(startMs + 1_000);
});

import { expect, test } from 'vitest';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import type { CurvePoint } from '#pages/fine-tunes/curves/curve.ts';
import { throughput } from './track.ts';

function point(step: number, timeMs: number, name: CurvePoint['name'] = 'train loss'): CurvePoint {
  return { name, step, value: 1, line: step, timeMs };
}

function rates(
  points: readonly CurvePoint[],
  restartsMs?: readonly number[],
): readonly (readonly number[])[] {
  const segments = throughput(collectCurves('log.txt', points), 100, restartsMs);
  return segments.flatMap(({ steps, values }) => [...steps].map((step, index) => [step, values[index] ?? 0]));
}

test('the throughput leaves out the stretch in which the job was interrupted', () => {
  const points = [point(1, 1000), point(2, 2000), point(3, 42_000), point(4, 43_000)];
  expect(rates(points, [30_000])).toEqual([
    [2, 100],
    [4, 100],
  ]);
});

test('the throughput of a step after an evaluation does not count the evaluation', () => {
  const points = [point(1, 1000), point(2, 2000), point(2, 11_000, 'eval loss'), point(3, 12_000)];
  expect(rates(points)).toEqual([
    [2, 100],
    [3, 100],
  ]);
});

test('an evaluation between two logged steps is not taken for the end of the earlier one', () => {
  const points = [point(10, 1000), point(15, 6000, 'eval loss'), point(20, 11_000)];
  expect(rates(points)).toEqual([[20, 100]]);
});

test('an evaluation does not count in a stretch of several steps either', () => {
  // Of one second.
  const evals = [point(1, 5000, 'eval loss'), point(2, 11_000, 'eval loss')];
  const points = [point(1, 1000), point(2, 1000), ...evals, point(3, 12_000)];
  expect(rates(points)).toEqual([[3, 200]]);
  // Of more steps than are drawn.
  const evalMs = 9_000;
  const many = Array.from({ length: 20_004 }, (_, index) =>
    point(index + 1, (index + 1) * 1000 + (index >= 8 ? evalMs : 0)),
  );
  const slowest = rates([...many, point(8, 8000 + evalMs, 'eval loss')]).map(([, rate]) => rate);
  expect(Math.min(...slowest.map(Number))).toBe(100);
});

test('restarts and evaluations are found in whatever order they are listed', () => {
  const points = [
    point(1, 1000),
    point(2, 2000),
    point(2, 3000, 'eval loss'),
    point(3, 14_000),
    point(4, 15_000),
    point(4, 17_000, 'eval loss'),
    point(5, 18_000),
    point(6, 31_000),
    point(7, 32_000),
  ];
  expect(rates(points, [30_000, 13_000])).toEqual([
    [2, 100],
    [4, 100],
    [5, 100],
    [7, 100],
  ]);
});

test('the time between two jobs that are drawn as one is no step’s', () => {
  const curves = collectCurves('file', [point(1, 1000), point(2, 2000), point(3, 90_000), point(4, 92_000)]);
  const [whole] = curves.curves.get('train loss') ?? [];
  if (whole === undefined) throw new Error('no curve');
  const joined = new Map([['train loss' as const, [{ ...whole, joins: [2] }]]]);
  const [{ steps, values } = whole] = throughput({ sources: [], curves: joined }, 100);
  expect([[...steps], [...values]]).toEqual([
    [2, 4],
    [100, 50],
  ]);
});

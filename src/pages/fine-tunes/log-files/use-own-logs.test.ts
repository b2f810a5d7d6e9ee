import { expect, test } from 'vitest';
import { noCurves, type CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { curvesOf, lossOf } from '#pages/fine-tunes/testing/facts.ts';
import { fitsJob } from './use-own-logs.ts';
import type { LogReport } from './log-report.ts';

const fileOf = (...runs: readonly CurveSet[]): LogReport => ({
  format: 'table, CSV',
  runs: runs.map((curves) => ({ label: '', curves })),
  lines: 1,
  otherLines: 0,
  unreadCount: 0,
  unread: [],
  columns: [],
  notes: [],
});
const loss = lossOf([4, 3, 2, 1]);

test('a file whose steps lie within the job belongs to it', () => {
  expect(fitsJob(fileOf(loss), 4, noCurves)).toBe(true);
  expect(fitsJob(fileOf(loss), 100, lossOf([4, 3]))).toBe(true);
});

test('a file that exceeds the steps of the job does not belong to it', () => {
  expect(fitsJob(fileOf(loss), 3, noCurves)).toBe(false);
});

test('with an unknown number of steps, the curves of a file must reach as far as the job’s', () => {
  expect(fitsJob(fileOf(loss), null, noCurves)).toBe(false);
  expect(fitsJob(fileOf(loss), null, lossOf([4, 3, 2, 1, 0.5]))).toBe(true);
});

test('a file with different values at the same steps is of another run, unless only rounded', () => {
  expect(fitsJob(fileOf(loss), 4, lossOf([2, 1.5, 1.2, 0.4]))).toBe(false);
  expect(fitsJob(fileOf(loss), 4, lossOf([4.01, 2.99, 2.1, 1.02]))).toBe(true);
});

test('a file without a common step does not belong to the job', () => {
  const even = curvesOf({
    'train loss': [
      [2, 3],
      [4, 1],
    ],
  });
  const odd = curvesOf({
    'train loss': [
      [1, 4],
      [3, 2],
    ],
  });
  expect(fitsJob(fileOf(even), 4, odd)).toBe(false);
  expect(fitsJob(fileOf(curvesOf({ 'gradient norm': [[2, 3]] })), 4, odd)).toBe(false);
});

test('the learning rate alone distinguishes logs, however small', () => {
  const [one, other] = [1e-5, 3e-5].map((rate) => curvesOf({ 'learning rate': [[2, rate]] }));
  expect(fitsJob(fileOf(one ?? noCurves), 4, one ?? noCurves)).toBe(true);
  expect(fitsJob(fileOf(one ?? noCurves), 4, other ?? noCurves)).toBe(false);
});

test('none of several matching runs is chosen, and an empty file does not belong to the job', () => {
  expect(fitsJob(fileOf(loss, loss), 4, noCurves)).toBe(false);
  expect(fitsJob(fileOf(), 4, noCurves)).toBe(false);
});

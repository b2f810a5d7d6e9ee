import { expect, test } from 'vitest';
import { linePath, steppedPath } from './Sparkline.tsx';

const points = [
  { atMs: 0, value: 1 },
  { atMs: 50, value: 3 },
  { atMs: 100, value: 3 },
];

test('a price holds until it changes, so the line has steps and fills its width', () => {
  expect(steppedPath(points, 210, 20)).toBe('M0 18H100V2H200V2H210');
  expect(steppedPath(points.slice(0, 1), 200, 20)).toBe('M0 10H200');
  expect(steppedPath([], 200, 20)).toBe('');
});

test('a lower edge below all values lifts the line', () => {
  expect(steppedPath(points, 210, 20, -1)).toBe('M0 10H100V2H200V2H210');
});

const path = (values: readonly number[]) =>
  linePath(Float64Array.from(values.keys()), Float64Array.from(values), 72, 16);

test('a spike of one step among a hundred thousand is drawn', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => (index === 51_234 ? 900 : 1));
  const drawn = path(values);
  expect(drawn).toMatch(/ 0(?:L|$)/);
  expect(drawn.length).toBeLessThan(5_000);
});

test('the line breaks where a value is not a number', () => {
  expect(path([3, 2, Number.NaN, 1, 0])).toBe('M0 0L18 5.3M54 10.7L72 16');
});

test('constant values are drawn as a line in the middle', () => {
  expect(path([2, 2, 2])).toBe('M0 8L36 8L72 8');
});

test.each([[[]], [[1]], [[Number.NaN, Number.NaN]]])('%j draws nothing', (values) => {
  expect(path(values)).toBe('');
});

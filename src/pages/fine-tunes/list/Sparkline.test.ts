import { expect, test } from 'vitest';
import { collectCurves } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { sparkPath } from './Sparkline.tsx';

const path = (values: readonly number[]) =>
  sparkPath(
    collectCurves(
      'test',
      values.map((value, index) => ({ name: 'train loss', step: index, value, line: index + 1 })),
    ).curves.get('train loss') ?? [],
    72,
    16,
  );

test('a spike of one step among a hundred thousand is in the picture', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => (index === 51_234 ? 900 : 1));
  const drawn = path(values);
  expect(drawn).toMatch(/ 0(?:L|$)/);
  expect(drawn.length).toBeLessThan(5_000);
});

test('the line breaks where the loss is no number', () => {
  expect(path([3, 2, Number.NaN, 1, 0])).toBe('M0 0L18 5.3M54 10.7L72 16');
});

test('a loss that stays the same is a line in the middle', () => {
  expect(path([2, 2, 2])).toBe('M0 8L36 8L72 8');
});

test.each([[[]], [[1]], [[Number.NaN, Number.NaN]]])('%j is no picture', (values) => {
  expect(path(values)).toBe('');
});

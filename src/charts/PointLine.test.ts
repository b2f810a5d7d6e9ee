import { expect, test } from 'vitest';
import { logSpan } from './PointLine.tsx';

test('only values far apart, all above zero, need a logarithmic axis', () => {
  expect(logSpan([1200, 6, 5])).toEqual({ from: 5 / 1.5, to: 2400 });
  expect(logSpan([12, 6, 5])).toBeNull();
  expect(logSpan([1200, 6, 0])).toBeNull();
  expect(logSpan([])).toBeNull();
});

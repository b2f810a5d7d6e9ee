import { expect, test } from 'vitest';
import { steppedPath } from './Sparkline.tsx';

test('a price holds until it changes, so the line has steps and fills its width', () => {
  const points = [
    { atMs: 0, value: 1 },
    { atMs: 50, value: 3 },
    { atMs: 100, value: 3 },
  ];
  expect(steppedPath(points, 210, 20)).toBe('M0 18H100V2H200V2H210');
  expect(steppedPath(points.slice(0, 1), 200, 20)).toBe('M0 10H200');
  expect(steppedPath([], 200, 20)).toBe('');
});

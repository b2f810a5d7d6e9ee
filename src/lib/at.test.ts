import { expect, it } from 'vitest';
import { at } from './at.ts';

it('gives the element of arrays and typed arrays', () => {
  expect(at(['a', 'b'], 1)).toBe('b');
  expect(at(Float32Array.of(0, 0.5), 0)).toBe(0);
});

it('throws if there is no such element', () => {
  for (const index of [-1, 2, 0.5]) expect(() => at(Int32Array.of(1, 2), index)).toThrow(RangeError);
});

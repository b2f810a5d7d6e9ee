import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Growable } from './growable.ts';

test('every pushed value is kept exactly, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.double()), (values) => {
      const growable = new Growable(1);
      for (const value of values) growable.push(value);
      expect(growable.length).toBe(values.length);
      expect([...growable.view()]).toEqual(values);
    }),
  );
});

test('a position outside the list is refused', () => {
  const growable = new Growable();
  growable.push(1);
  expect(growable.at(0)).toBe(1);
  expect(() => growable.at(1)).toThrow(RangeError);
  expect(() => growable.at(-1)).toThrow(RangeError);
});

test('only the last number can be replaced', () => {
  const growable = new Growable();
  expect(() => growable.replaceLast(1)).toThrow(RangeError);
  growable.push(1);
  growable.push(2);
  growable.replaceLast(3);
  expect([...growable.view()]).toEqual([1, 3]);
});

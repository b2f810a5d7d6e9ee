// Typing a number never turns into another number.
import { assert, double, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin, parseNumber, stepNumber } from './number-text.ts';

test('an empty field is nothing, half a number is not a number yet', () => {
  expect(parseNumber(' ')).toBeNull();
  for (const text of ['-', '1e', '.', 'x', '1 2', '0x10', 'Infinity', '1e999'])
    expect(parseNumber(text)).toBeUndefined();
});

test('a comma and a typographic minus are understood', () => {
  expect(parseNumber('0,8')).toBe(0.8);
  expect(parseNumber('−2')).toBe(-2);
});

test('every number that JavaScript writes reads back as itself', () => {
  assert(
    property(double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseNumber(String(value))).toBe(Object.is(value, -0) ? 0 : value);
    }),
  );
});

test('steps stay on the grid of decimals', () => {
  expect(stepNumber(0.1, 2, { step: 0.1 })).toBe(0.3);
  expect(stepNumber(0.7, 1, { step: 0.1, max: 1 })).toBe(0.8);
  expect(stepNumber(0.123, 1, { step: 0.1 })).toBe(0.223);
});

test('from nothing the first step is the lower end', () => {
  expect(stepNumber(null, 1, { min: 1, max: 9 })).toBe(1);
  expect(stepNumber(null, -1, {})).toBe(0);
});

test('stepping never leaves the limits', () => {
  const within = integer({ min: -50, max: 50 });
  assert(
    property(within, within, (value, steps) => {
      expect(isWithin(stepNumber(value, steps, { min: -50, max: 50 }), { min: -50, max: 50 })).toBe(true);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Extremes, indexExtremes } from '#lib/decimate.ts';
import { append } from '#lib/growing-column.ts';
import { smooth } from '#lib/smoothing.ts';
import { isQuicklyPrepared, prepareValues } from './prepared-values.ts';

const number = fc.oneof(
  { arbitrary: fc.double({ min: -100, max: 100, noNaN: true }), weight: 5 },
  fc.constantFrom(Number.NaN, Infinity, 0, 7),
);
const column = fc.array(number, { maxLength: 60 }).map((values) => Float64Array.from(values));

test('a series that grows is prepared as a whole one is', () => {
  fc.assert(
    fc.property(
      column,
      fc.array(column, { maxLength: 6 }),
      fc.constantFrom(0, 0.6, 0.99, 1),
      fc.boolean(),
      (first, parts, weight, isLog) => {
        let grown = append(new Float64Array(), first);
        for (const part of parts) {
          for (const each of [0, weight]) prepareValues(grown, { weight: each, isLog });
          grown = append(grown, part);
        }
        const [one, other] = [prepareValues(grown, { weight, isLog }), fromScratch(grown, weight, isLog)];
        expect(one.gaps).toEqual(other.gaps);
        expect(distance(one, other)).toBeLessThan(1e-9);
      },
    ),
  );
});

test('a series that has grown within its memory is quickly prepared, another beginning is not', () => {
  const first = append(new Float64Array(), Float64Array.of(1, 2, 3));
  expect(isQuicklyPrepared(first, { weight: 0.6, isLog: false })).toBe(false);
  prepareValues(first, { weight: 0.6, isLog: false });
  const grown = append(first, Float64Array.of(4));
  prepareValues(grown, { weight: 0, isLog: false });
  expect(isQuicklyPrepared(grown, { weight: 0.6, isLog: false })).toBe(true);
  expect(isQuicklyPrepared(grown, { weight: 0.9, isLog: false })).toBe(false);
  const revised = append(first, Float64Array.of(9));
  expect(isQuicklyPrepared(revised, { weight: 0.6, isLog: false })).toBe(false);
});

function fromScratch(values: Float64Array, weight: number, isLog: boolean): Extremes {
  const smoothed = smooth(values.slice(), weight);
  return indexExtremes(isLog ? smoothed.map((value) => (value > 0 ? value : Number.NaN)) : smoothed);
}

/** Largest difference of two numbers; Infinity if one alone is finite. */
function distance(one: Extremes, other: Extremes): number {
  const others = columnsOf(other);
  const apart = columnsOf(one).map((each, index) => apartOf(each, others[index] ?? new Float64Array()));
  return Math.max(0, ...apart);
}

function columnsOf({ values, levels }: Extremes): Float64Array[] {
  return [values, ...levels.flatMap(({ low, high }) => [low, high])];
}

function apartOf(one: Float64Array, other: Float64Array): number {
  if (one.length !== other.length) return Infinity;
  const apart = Array.from(one, (value, index) =>
    Object.is(value, other[index]) ? 0 : Math.abs(value - (other[index] ?? Number.NaN)),
  );
  return Math.max(0, ...apart.map((difference) => (Number.isNaN(difference) ? Infinity : difference)));
}

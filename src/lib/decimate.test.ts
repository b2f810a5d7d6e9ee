import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimate, lowerBound, upperBound } from './decimate.ts';
import { extremesOf, indexExtremes } from './extremes.ts';

const anyValue = fc.oneof(
  // Zero has no sign here: of 0 and -0 either may be called the smaller.
  { weight: 20, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
);

function seriesOf(values: readonly number[]) {
  const y = Float64Array.from(values);
  return { x: Float64Array.from(y, (_, index) => index), y: indexExtremes(y) };
}

test('the extremes of any range are those that looking at each value finds', () => {
  fc.assert(
    fc.property(
      fc.array(anyValue, { maxLength: 9_000, size: 'max' }),
      fc.nat(9_000),
      fc.nat(9_000),
      (values, one, other) => {
        const [from, to] = [Math.min(one, other), Math.min(values.length, Math.max(one, other))];
        const found = extremesOf(indexExtremes(Float64Array.from(values)), from, to);
        const finite = values.slice(from, to).filter((value) => Number.isFinite(value));
        const expected = finite.reduce(
          (sum, value) => [Math.min(sum[0] ?? value, value), Math.max(sum[1] ?? value, value)],
          Array<number>(),
        );
        expect(found === null ? [] : [values[found.lowest], values[found.highest]]).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

test('in every column the drawn extremes equal the true ones: no spike is lost', () => {
  fc.assert(
    fc.property(
      fc.array(anyValue, { minLength: 1_000, maxLength: 6_000, size: 'max' }),
      fc.integer({ min: 1, max: 40 }),
      (values, columns) => {
        const to = values.length - 1;
        const drawn = decimate(seriesOf(values), 0, to, columns);
        const width = to / columns;
        const columnOf = (x: number) => Math.min(columns - 1, Math.floor(x / width));
        const extremes = (xs: ArrayLike<number>, ys: ArrayLike<number>) => {
          const found = new Map<number, [number, number]>();
          for (let index = 0; index < ys.length; index += 1) {
            const y = ys[index] ?? Number.NaN;
            if (!Number.isFinite(y)) continue;
            const column = columnOf(xs[index] ?? 0);
            const known = found.get(column) ?? [y, y];
            found.set(column, [Math.min(known[0], y), Math.max(known[1], y)]);
          }
          return [...found].toSorted(([one], [other]) => one - other);
        };
        expect(extremes(drawn.x, drawn.y)).toEqual(
          extremes(
            values.map((_, index) => index),
            values,
          ),
        );
        expect(drawn.sourceCount).toBe(values.length);
      },
    ),
    { numRuns: 40 },
  );
});

test('a million points are drawn as at most four a column and two beside them', () => {
  const values = Array.from(
    { length: 1_000_000 },
    (_, index) => Math.sin(index / 1_000) + (index === 654_321 ? 99 : 0),
  );
  const drawn = decimate(seriesOf(values), 100_000, 900_000, 500);
  expect(drawn.x.length).toBeLessThanOrEqual(2_002);
  expect(Math.max(...drawn.y)).toBeGreaterThan(98);
});

test('what must be kept is drawn as well, in its place and once', () => {
  fc.assert(
    fc.property(
      fc.array(anyValue, { minLength: 500, maxLength: 3_000, size: 'max' }),
      fc.uniqueArray(fc.nat(3_500), { maxLength: 30 }),
      (values, kept) => {
        const must = kept.toSorted((one, other) => one - other);
        const drawn = decimate(seriesOf(values), 10, 490, 7, Float64Array.from(must));
        const finite = must.filter((x) => x >= 10 && x <= 490 && Number.isFinite(values[x]));
        expect([...drawn.x]).toEqual(expect.arrayContaining(finite));
        const xs = [...drawn.x].filter((x) => !Number.isNaN(x));
        expect(xs).toEqual([...new Set(xs)].toSorted((one, other) => one - other));
      },
    ),
  );
});

test('few points are drawn as they are, with a neighbour on each side of the window', () => {
  const drawn = decimate(seriesOf([5, 6, 7, 8, 9, 10]), 2, 3, 100);
  expect([...drawn.x]).toEqual([1, 2, 3, 4]);
  expect([...drawn.y]).toEqual([6, 7, 8, 9]);
});

test('the line breaks where a value is not finite, and nowhere else', () => {
  expect([...decimate(seriesOf([1, Number.NaN, 3, 4]), 0, 3, 100).y]).toEqual([1, Number.NaN, 3, 4]);
  expect([...decimate(seriesOf([Number.NaN, 1, 2]), 0, 2, 100).y]).toEqual([1, 2]);
});

test('an empty series and an empty window draw nothing', () => {
  expect(decimate(seriesOf([]), 0, 1, 10).x.length).toBe(0);
  expect(decimate(seriesOf([1, 2, 3]), 10, 20, 10).sourceCount).toBe(0);
});

test('bounds are where a value would be put', () => {
  expect([lowerBound([1, 2, 2, 3], 2), upperBound([1, 2, 2, 3], 2)]).toEqual([1, 3]);
  expect([lowerBound([], 1), upperBound([1], 0)]).toEqual([0, 0]);
});

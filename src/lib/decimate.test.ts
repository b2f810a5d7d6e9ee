import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { at } from './at.ts';
import { decimate, extremesOf, indexExtremes } from './decimate.ts';

const anyValue = fc.oneof(
  // The sign of zero is ignored: either of 0 and -0 may be the smaller.
  { weight: 20, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
);

function seriesOf(values: readonly number[]) {
  const y = Float64Array.from(values);
  return { x: Float64Array.from(y, (_, index) => index), y: indexExtremes(y) };
}

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

type Span = readonly [number, number];

/** Reference implementation: the positions to draw first, then points and breaks. */

function plainly(
  xs: readonly number[],
  values: readonly number[],
  columns: number,
  [from, to]: Span,
  kept: readonly number[],
) {
  const isFiniteAt = (index: number) => Number.isFinite(values[index]);
  const inside = [...xs.keys()].filter((index) => at(xs, index) >= from && at(xs, index) <= to);
  const chosen = new Set<number>();
  const columnOf = (x: number) => {
    for (let column = 1; column < columns; column += 1)
      if (x < from + column * ((to - from) / columns)) return column;
    return columns;
  };
  const runs = new Map<string, number[]>();
  let run = 0;
  for (const index of inside) {
    if (inside.length <= 4 * columns || !isFiniteAt(index)) chosen.add(index);
    if (!isFiniteAt(index)) run += 1;
    else {
      const key = `${columnOf(at(xs, index))} ${run}`;
      runs.set(key, [...(runs.get(key) ?? []), index]);
    }
  }
  for (const indexes of runs.values()) {
    const sorted = indexes.toSorted((one, other) => at(values, one) - at(values, other) || one - other);
    const most = Math.max(...indexes.map((index) => at(values, index)));
    const highest = indexes.findIndex((index) => values[index] === most);
    for (const index of [
      at(indexes, 0),
      at(sorted, 0),
      at(indexes, highest),
      at(indexes, indexes.length - 1),
    ])
      chosen.add(index);
  }
  for (const x of kept) {
    const index = inside.find((one) => xs[one] === x);
    if (index !== undefined) chosen.add(index);
  }
  const before = xs.findLastIndex((x) => x < from);
  const after = xs.findIndex((x) => x > to);
  const points: (readonly [number, number])[] = [];
  for (const index of [before, ...[...chosen].toSorted((one, other) => one - other), after]) {
    if (index < 0) continue;
    if (isFiniteAt(index)) points.push([at(xs, index), at(values, index)]);
    else if (Number.isFinite(points.at(-1)?.[0])) points.push([Number.NaN, Number.NaN]);
  }
  return { points, sourceCount: inside.length };
}

function drawnOf(
  xs: readonly number[],
  values: readonly number[],
  columns: number,
  [from, to]: Span,
  kept: readonly number[],
) {
  const series = { x: Float64Array.from(xs), y: indexExtremes(Float64Array.from(values)) };
  const { x, y, sourceCount } = decimate(series, from, to, columns, kept);
  return { points: Array.from(x, (value, index) => [value, y[index]]), sourceCount };
}

/** The x of the points drawn for these values at 0, 1, 2… */

const drawnAt = (values: readonly number[], columns: number, span: Span, kept: readonly number[] = []) =>
  drawnOf([...values.keys()], values, columns, span, kept).points.map(([x]) => x);

test('each column draws its first, lowest, highest and last point, in order', () => {
  const values = [3, 5, 1, 2, 9, 4, 6, 6, 6, 6, 7, 8, 8, 0, 7, 7, 7, 9.5, 7, 2];
  expect(drawnOf([...values.keys()], values, 2, [0, 19], [])).toEqual({
    points: [
      [0, 3],
      [2, 1],
      [4, 9],
      [9, 6],
      [10, 7],
      [13, 0],
      [17, 9.5],
      [19, 2],
    ],
    sourceCount: 20,
  });
  expect(drawnAt(values.toReversed(), 2, [0, 19])).toEqual([0, 2, 6, 9, 10, 15, 17, 19]);
  // Points to keep lie before, between and after them.
  expect(drawnAt(values, 2, [0, 19], [1, 3, 8, 13, 14, 19, 30])).toEqual([
    0, 1, 2, 3, 4, 8, 9, 10, 13, 14, 17, 19,
  ]);
});

test('a non-finite value breaks the line, kept or not, and a stretch without finite values draws nothing', () => {
  const values = Array.from({ length: 20 }, (_, index) => index);
  values[0] = Number.NEGATIVE_INFINITY;
  values[5] = Number.POSITIVE_INFINITY;
  values[6] = Number.NaN;
  for (const kept of [[], [0, 5, 6]])
    expect(drawnAt(values, 2, [0, 19], kept)).toEqual([1, 4, Number.NaN, 7, 9, 10, 19]);
  const few = drawnOf([0, 1, 2], [1, Number.POSITIVE_INFINITY, 2], 9, [0, 2], []);
  expect(few.points).toEqual([
    [0, 1],
    [Number.NaN, Number.NaN],
    [2, 2],
  ]);
  // Neither do gaps before the window break the line in it.
  expect(drawnAt(values, 1, [8, 18])).toEqual([7, 8, 18, 19]);
});

test('a column of four points draws them all, plus one neighbour on each side of the window', () => {
  const rising = Array.from({ length: 30 }, (_, index) => index);
  expect(drawnAt(rising, 2, [5, 12])).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(drawnAt(rising, 2, [5, 13])).toEqual([4, 5, 8, 9, 13, 14]);
  expect(drawnAt(rising, 2, [0, 29])).toEqual([0, 14, 15, 29]);
});

test('an empty column draws nothing, however unevenly the points lie', () => {
  const ten = Array.from({ length: 10 }, (_, index) => index);
  const xs = [...ten, ...ten.map((x) => 90 + x)];
  const { points } = drawnOf(xs, xs, 3, [0, 99], []);
  expect(points.map(([x]) => x)).toEqual([0, 9, 90, 99]);
});

test('points beyond the initial capacity are drawn', () => {
  const values = Array.from({ length: 40_000 }, (_, index) => (index * 7) % 11);
  const { x, y } = decimate(seriesOf(values), 0, 40_000, 10_000);
  expect([x.length, y.length]).toEqual([40_000, 40_000]);
  expect(values.findIndex((value, index) => x[index] !== index || y[index] !== value)).toBe(-1);
});

test('the first of equal extremes is found, in a range of any length', () => {
  const values = new Float64Array(140_000).fill(1);
  const index = indexExtremes(values);
  for (const [from, to] of [
    [0, 1],
    [17, 40],
    [15, 300],
    [250, 5_000],
    [4_097, 100_000],
    [1, 140_000],
  ] as const)
    expect(extremesOf(index, from, to)).toEqual({ lowest: from, highest: from });
  expect(extremesOf(index, -5, 400_000)).toEqual({ lowest: 0, highest: 0 });
  expect(extremesOf(index, 7, 7)).toBeNull();
  expect(extremesOf(index, 140_000, 140_001)).toBeNull();
});

test('a single low and a single high value are found anywhere in a range', () => {
  const length = 140_000;
  const places = [3, 31, 256, 4_096, 70_001, 139_998];
  for (const place of places) {
    const values = new Float64Array(length).fill(1);
    values[place] = -2;
    values[place - 1] = 3;
    const index = indexExtremes(values);
    const expected = { lowest: place, highest: place - 1 };
    expect(extremesOf(index, 0, length)).toEqual(expected);
    expect(extremesOf(index, place - 1, length)).toEqual(expected);
    expect(extremesOf(index, 0, place + 1)).toEqual(expected);
    expect(extremesOf(index, place - 1, place + 1)).toEqual(expected);
    expect(extremesOf(index, place, length)).toEqual({ lowest: place, highest: place + 1 });
    expect(extremesOf(index, 0, place)).toEqual({ lowest: 0, highest: place - 1 });
  }
});

test('a non-finite value is never an extreme, and its position is known', () => {
  const nothing = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const index = indexExtremes(Float64Array.from([...nothing, 5, ...nothing, 4]));
  expect([...index.gaps]).toEqual([0, 1, 2, 4, 5, 6]);
  expect(extremesOf(index, 0, 8)).toEqual({ lowest: 7, highest: 3 });
  expect(extremesOf(index, 0, 3)).toBeNull();
  const empty = indexExtremes(Float64Array.from({ length: 100 }, (_, place) => at(nothing, place % 3)));
  expect(extremesOf(empty, 0, 100)).toBeNull();
});

test('any series is drawn as by the reference implementation', () => {
  const step = fc.oneof(fc.nat(3), fc.nat(300));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(step, fc.oneof(anyValue, fc.nat(5))), { minLength: 1, maxLength: 400, size: 'max' }),
      fc.integer({ min: 1, max: 12 }),
      fc.tuple(fc.nat(100), fc.nat(100)),
      fc.array(fc.nat(100), { maxLength: 8 }),
      (rows, columns, edges, marks) => {
        let sum = 0;
        const xs = rows.map(([rise]) => (sum += rise));
        const values = rows.map(([, value]) => value);
        const placed = (share: number) => Math.round((sum * share) / 100);
        const kept = marks.map(placed).toSorted((one, other) => one - other);
        const span: Span = [placed(Math.min(...edges)), placed(Math.max(...edges))];
        expect(drawnOf(xs, values, columns, span, kept)).toEqual(plainly(xs, values, columns, span, kept));
      },
    ),
    { numRuns: 60 },
  );
});

test('the extremes of any range equal those of a linear scan', () => {
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
    { numRuns: 20 },
  );
});

test('a hundred thousand points draw at most four per column, plus two neighbours', () => {
  const values = Array.from(
    { length: 100_000 },
    (_, index) => Math.sin(index / 1_000) + (index === 65_432 ? 99 : 0),
  );
  const drawn = decimate(seriesOf(values), 10_000, 90_000, 500);
  expect(drawn.x.length).toBeLessThanOrEqual(2_002);
  expect(Math.max(...drawn.y)).toBeGreaterThan(98);
});

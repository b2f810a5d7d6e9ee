import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { areBars, columnSpans } from './paint-lines.ts';
import { createScale } from './plot-scale.ts';

const width = 20;
const x = createScale({ from: 0, to: width }, 0, width);
const y = createScale({ from: 0, to: 100 }, 100, 0);

function spansOf(points: readonly (readonly [number, number])[]) {
  const drawn = {
    x: Float64Array.from(points, ([at]) => at),
    y: Float64Array.from(points, ([, value]) => value),
    sourceCount: points.length,
  };
  const { top, bottom } = columnSpans(drawn, x, y, width);
  return Array.from(top, (from, column) => [from, bottom[column] ?? Number.NaN] as const);
}

test('a line through several columns covers in each column the range it crosses', () => {
  const spans = spansOf([
    [1.5, 50],
    [3.5, 70],
  ]);
  expect(spans.slice(0, 5)).toEqual([
    [Number.NaN, Number.NaN],
    [45, 50],
    [35, 45],
    [30, 35],
    [Number.NaN, Number.NaN],
  ]);
});

test('a break is not bridged, and a point between two breaks stays visible', () => {
  const spans = spansOf([
    [0.5, 10],
    [Number.NaN, Number.NaN],
    [4.5, 20],
    [Number.NaN, Number.NaN],
    [8.5, 30],
  ]);
  expect(spans.flatMap(([top], column) => (Number.isNaN(top) ? [] : [column]))).toEqual([0, 4, 8]);
});

test('a neighbour far outside is only drawn across the visible columns', () => {
  const spans = spansOf([
    [-1e12, 50],
    [1e12, 50],
  ]);
  expect(spans).toEqual(Array.from({ length: width }, () => [50, 50]));
});

test('the spans of all columns contain the line at any position and reach no further', () => {
  const point = fc.tuple(
    fc.double({ min: -5, max: 25, noNaN: true }),
    fc.double({ min: -50, max: 150, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 40 }), (unsorted) => {
      const points = unsorted.toSorted(([one], [other]) => one - other);
      const spans = spansOf(points);
      for (const [index, [toX, toY]] of points.entries()) {
        const [fromX, fromY] = points[index - 1] ?? [toX, toY];
        for (const share of [0, 0.1, 0.5, 0.93, 1]) {
          const at = fromX + (toX - fromX) * share;
          const px = y.toPx(fromY + (toY - fromY) * share);
          const span = spans[Math.floor(at)];
          // Rounding may put a vertical line's end into the next column.
          if (at < 0 || span === undefined || Math.abs(at - Math.round(at)) < 1e-6) continue;
          expect(px).toBeGreaterThanOrEqual(span[0] - 0.01);
          expect(px).toBeLessThanOrEqual(span[1] + 0.01);
        }
      }
      const heights = points.map(([, value]) => y.toPx(value));
      for (const [top, bottom] of spans) {
        if (Number.isNaN(top)) continue;
        expect(top).toBeGreaterThanOrEqual(Math.min(...heights) - 0.01);
        expect(bottom).toBeLessThanOrEqual(Math.max(...heights) + 0.01);
      }
    }),
  );
});

test('a plot of a phone draws a few hundred points as a line, a wide one thousands as bars', () => {
  expect([areBars(400, 293), areBars(1_001, 293), areBars(1_500, 1_600), areBars(1_601, 1_600)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

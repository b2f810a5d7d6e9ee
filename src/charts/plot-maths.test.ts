import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexExtremes } from '#lib/decimate.ts';
import { countOutside, extentIn, percentileSpan, withAir, gapsIn } from './dense-line.ts';
import { placeWords, thinMarks } from './paint-lines.ts';
import { actOfKey } from './PlotSurface.tsx';
import { createScale, isWhole, panBy, rounded, steady, within, zoomAround } from './plot-scale.ts';

const bound = fc.double({ min: -1e9, max: 1e9, noNaN: true });
const anySpan = fc
  .tuple(bound, fc.double({ min: 1e-3, max: 1e9, noNaN: true }))
  .map(([from, width]) => ({ from, to: from + width }));

function series(values: readonly number[]) {
  const all = Float64Array.from(values);
  return { x: all.map((_, index) => index), y: indexExtremes(all), values: all };
}

test('zooming and panning stay within the data', () => {
  fc.assert(
    fc.property(
      anySpan,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      fc.double({ min: -5, max: 5, noNaN: true }),
      (whole, share, factor, by) => {
        const at = whole.from + share * (whole.to - whole.from);
        for (const next of [
          zoomAround(whole, at, factor, whole),
          panBy(zoomAround(whole, at, 0.1, whole), by, whole),
        ]) {
          const air = (whole.to - whole.from) * 1e-9 + Math.abs(whole.to) * 1e-12;
          expect(next.from).toBeGreaterThanOrEqual(whole.from - air);
          expect(next.to).toBeLessThanOrEqual(whole.to + air);
          expect(next.to).toBeGreaterThan(next.from);
        }
      },
    ),
  );
});

test('the point under the pointer stays there while zooming', () => {
  const whole = { from: 0, to: 1000 };
  const next = zoomAround({ from: 200, to: 600 }, 300, 0.5, whole);
  expect(next).toEqual({ from: 250, to: 450 });
  expect(within({ from: 900, to: 1100 }, whole)).toEqual({ from: 800, to: 1000 });
  expect(isWhole(zoomAround(next, 300, 100, whole), whole)).toBe(true);
});

test('a span is rounded by less than a pixel', () => {
  fc.assert(
    fc.property(anySpan, (span) => {
      const short = rounded(span);
      const width = span.to - span.from;
      expect(Math.abs(short.from - span.from)).toBeLessThanOrEqual(width / 1000);
      expect(short.to).toBeGreaterThan(short.from);
    }),
  );
  expect(rounded({ from: 123.456_789, to: 987.654_321 })).toEqual({ from: 123.46, to: 987.65 });
});

test('a growing curve keeps its span for many points, and the span ends less than a pixel beyond it', () => {
  fc.assert(
    fc.property(anySpan, (span) => {
      const held = steady(span);
      const pixel = (span.to - span.from) / 1_000;
      const error = (Math.abs(span.from) + Math.abs(span.to)) * 1e-12;
      expect(held.from).toBeLessThanOrEqual(span.from);
      expect(held.from).toBeGreaterThanOrEqual(span.from - pixel - error);
      expect(held.to).toBeGreaterThanOrEqual(span.to);
      expect(held.to).toBeLessThanOrEqual(span.to + pixel + error);
    }),
  );
  const ends = Array.from({ length: 1_000 }, (_, more) => steady({ from: 1, to: 150_000 + more }).to);
  expect(new Set(ends).size).toBe(11);
  expect(steady({ from: 1, to: 20 })).toEqual({ from: 1, to: 20 });
  // 0.03 is less than 300 × 0.0001 as a computer has it.
  expect(steady({ from: 0.03, to: 0.13 })).toEqual({ from: 0.03, to: 0.13 });
});

test('a scale and its inverse agree, linear and logarithmic', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), fc.boolean(), (value, isLog) => {
      const scale = createScale({ from: 1e-7, to: 1e7 }, 300, 0, isLog);
      const back = scale.toValue(scale.toPx(value));
      expect(Math.abs(back - value)).toBeLessThan(isLog ? value * 1e-9 : 1e-6);
    }),
  );
});

test('a logarithmic axis has no position for zero and below', () => {
  const scale = createScale({ from: 0.1, to: 10 }, 100, 0, true);
  expect([scale.toPx(0), scale.toPx(-3)]).toEqual([Number.NaN, Number.NaN]);
  expect(scale.toPx(1)).toBeCloseTo(50);
});

test('the axis spans all finite values in the window, and clipping drops a twentieth at each end', () => {
  const values = Array.from({ length: 1001 }, (_, index) => index);
  values[500] = 1e9;
  values[501] = Number.NaN;
  const parts = [series(values)];
  expect(extentIn(parts, { from: 0, to: 499 })).toEqual({ from: 0, to: 499 });
  expect(extentIn(parts, { from: 400, to: 600 })?.to).toBe(1e9);
  const span = percentileSpan(parts, { from: 0, to: 1000 });
  expect(span?.from).toBeCloseTo(50, -1);
  expect(span?.to).toBeCloseTo(951, -1);
  expect(countOutside(parts, { from: 0, to: 1000 }, { from: 50, to: 950 })).toEqual({ below: 50, above: 51 });
  expect(extentIn(parts, { from: 501, to: 501 })).toBeNull();
});

test('the axis of a zoom holds the lines where they enter and leave it', () => {
  const line = [{ x: Float64Array.of(0, 10, 20), y: indexExtremes(Float64Array.of(9, 1, 5)) }];
  expect(extentIn(line, { from: 5, to: 15 })).toEqual({ from: 1, to: 5 });
  expect(extentIn(line, { from: 12, to: 18 })).toEqual({ from: 1.8, to: 4.2 });
  expect(extentIn(line, { from: 30, to: 40 })).toBeNull();
});

test('every span gets a margin, and a logarithmic one stays above zero', () => {
  expect(withAir({ from: 2, to: 2 }, false)).toEqual({ from: 1.8, to: 2.2 });
  expect(withAir({ from: 0, to: 0 }, false)).toEqual({ from: -1, to: 1 });
  const log = withAir({ from: 1e-5, to: 10 }, true);
  expect(log.from).toBeGreaterThan(0);
  expect(log.to).toBeGreaterThan(10);
});

test('both ends of a span are drawn exactly at the ends of the plot, whatever its width', () => {
  for (let width = 300; width < 1400; width++)
    for (const span of [
      { from: 1, to: 12 },
      { from: 1, to: 150 },
    ]) {
      const scale = createScale(span, 0, width);
      expect([scale.toPx(span.from), scale.toPx(span.to)]).toEqual([0, width]);
      expect(createScale(span, width, 0, true).toPx(span.to)).toBe(0);
    }
});

test('values that a line cannot show are marked once per pixel, and all are counted', () => {
  const values = Array.from({ length: 1000 }, () => 1);
  values.fill(Number.NaN, 100, 120);
  values[700] = Number.POSITIVE_INFINITY;
  values[800] = Number.NEGATIVE_INFINITY;
  const raw = series(values);
  const masked = {
    ...raw,
    values: raw.values.with(900, 0),
    y: indexExtremes(raw.values.with(900, Number.NaN)),
  };
  const { marks, counts } = gapsIn([masked], { from: 0, to: 999 }, 100);
  expect(counts).toEqual({ nan: 20, infinite: 1, below: 1, 'not-positive': 1 });
  expect(marks.map(({ kind }) => kind)).toEqual(['nan', 'nan', 'infinite', 'below', 'not-positive']);
  expect(gapsIn([masked], { from: 105, to: 200 }, 100).counts.nan).toBe(15);
});

test('words over a plot never overlap, and the heavier one stays', () => {
  const anyWish = fc.record({
    id: fc.uuid(),
    word: fc.string({ minLength: 1, maxLength: 20 }),
    px: fc.integer({ min: -50, max: 850 }),
    weight: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(anyWish, { maxLength: 40 }), (wishes) => {
      const placed = placeWords(wishes, 800);
      const reach = placed.map(({ word, left, isLeftOfLine }) => {
        const length = word.length * 6.1;
        return isLeftOfLine ? [left - length, left] : [left, left + length];
      });
      for (const [index, [from = 0, to = 0]] of reach.entries()) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(800);
        for (const [start = 0, end = 0] of reach.slice(index + 1))
          expect(to <= start || end <= from).toBe(true);
      }
    }),
  );
  const near = [
    { id: 'a', word: 'event', px: 100, weight: 1, isAlert: false },
    { id: 'b', word: 'checkpoint', px: 101, weight: 2, isAlert: false },
  ];
  // The lighter one goes to the free side.
  expect(placeWords(near, 800).map(({ id, isLeftOfLine }) => [id, isLeftOfLine])).toEqual([
    ['a', true],
    ['b', false],
  ]);
  const three = [...near, { id: 'c', word: 'event', px: 99, weight: 1 }];
  expect(placeWords(three, 800).map(({ id }) => id)).toEqual(['a', 'b']);
  const twice = ['e', 'f'].map((id) => ({ id, word: 'event', px: 100, weight: 1 }));
  expect(placeWords(twice, 800).map(({ id }) => id)).toEqual(['e']);
  expect(thinMarks(near, 800).map(({ id }) => id)).toEqual(['b']);
  // A checkpoint does not hide the red of an alert.
  const alert = { id: 'd', word: 'spike', px: 102, weight: 1, isAlert: true };
  for (const all of [
    [...near, alert],
    [alert, ...near],
  ])
    expect(thinMarks(all, 800).map(({ id }) => id)).toEqual(['d']);
  // Alerts come worst first, wherever they are.
  const alerts = ['not a number', 'divergence', 'spike'].map((word, index) => ({
    id: word,
    word,
    px: 102 - index,
    weight: 1,
  }));
  expect(placeWords(alerts, 800).map(({ id }) => id)).toContain('not a number');
});

test('keys read, pan, zoom and show everything', () => {
  const base = {
    isShift: false,
    span: { from: 100, to: 200 },
    whole: { from: 0, to: 1000 },
    at: 150,
    step: (at: number, count: number) => at + count,
  };
  expect(actOfKey({ ...base, key: 'ArrowRight' })).toEqual({ kind: 'read', x: 151 });
  expect(actOfKey({ ...base, key: 'ArrowLeft', at: null })).toEqual({ kind: 'read', x: 200 });
  expect(actOfKey({ ...base, key: 'ArrowLeft', isShift: true })).toEqual({
    kind: 'span',
    span: { from: 90, to: 190 },
  });
  expect(actOfKey({ ...base, key: '+' })).toEqual({ kind: 'span', span: { from: 125, to: 175 } });
  expect(actOfKey({ ...base, key: '0' })).toEqual({ kind: 'span', span: null });
  expect(actOfKey({ ...base, key: 'Escape' })).toEqual({ kind: 'read', x: null });
  expect(actOfKey({ ...base, key: 'Tab' })).toBeNull();
});

test('Home, End and the first arrow read the first or last point in view, not the nearest to its edges', () => {
  const base = {
    isShift: false,
    span: { from: 15.6, to: 30.75 },
    whole: { from: 0, to: 120 },
    at: 20,
    step: (at: number, count: number) => Math.round(at) + count,
  };
  expect(actOfKey({ ...base, key: 'Home' })).toEqual({ kind: 'read', x: 16 });
  expect(actOfKey({ ...base, key: 'End' })).toEqual({ kind: 'read', x: 30 });
  const between = { ...base, span: { from: 15.4, to: 30.4 } };
  expect(actOfKey({ ...between, key: 'Home' })).toEqual({ kind: 'read', x: 16 });
  expect(actOfKey({ ...between, key: 'End' })).toEqual({ kind: 'read', x: 30 });
  expect(actOfKey({ ...between, at: null, key: 'ArrowRight' })).toEqual({ kind: 'read', x: 16 });
  expect(actOfKey({ ...base, at: null, key: 'ArrowLeft' })).toEqual({ kind: 'read', x: 30 });
});

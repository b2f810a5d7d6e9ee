import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  curveKey,
  defaultChartView,
  isYRange,
  readChartView,
  writeChartView,
  xAxes,
  type ChartView,
} from './chart-view.ts';

const bound = fc.double({ noNaN: true, noDefaultInfinity: true });
const anyView: fc.Arbitrary<ChartView> = fc.record({
  x: fc.constantFrom(...xAxes),
  smoothing: fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000),
  isLog: fc.option(fc.boolean()),
  isClipped: fc.boolean(),
  zoom: fc.option(
    fc
      .tuple(bound, bound)
      .filter(([from, to]) => from < to)
      // Addresses have no -0.
      .map(([from, to]) => ({ from: from + 0, to: to + 0 })),
  ),
  ranges: fc.uniqueArray(
    fc
      .record({
        chart: fc.string({ minLength: 1, unit: 'grapheme' }),
        from: fc.option(bound.map((value) => value + 0)),
        to: fc.option(bound.map((value) => value + 0)),
      })
      .filter(isYRange),
    { maxLength: 3, selector: ({ chart }) => chart },
  ),
  hidden: fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 5 }),
  baseline: fc.option(fc.string({ minLength: 1 })),
});

test('a view round-trips through an address', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const params: unknown = JSON.parse(JSON.stringify(writeChartView(view)));
      expect(readChartView({ ...(typeof params === 'object' && params) })).toEqual(view);
    }),
  );
});

test('an address is readable: no number in quotes, nothing encoded twice', () => {
  const hidden = ['ft-1:eval-loss', 'a,b:train-loss'];
  const view = { ...defaultChartView, smoothing: 0.9, hidden };
  expect(writeChartView(view)).toEqual({ smooth: '.9', hide: 'ft-1:eval-loss,a%2Cb:train-loss' });
  expect(writeChartView({ ...defaultChartView, smoothing: 0 })).toEqual({ smooth: '.0' });
  // Addresses of earlier builds.
  expect(readChartView({ smooth: '0.9', hide: 'ft-1%3Aeval-loss,a%2Cb%3Atrain-loss' })).toEqual(view);
});

test('the default view leaves the address empty', () => {
  expect(writeChartView(defaultChartView)).toEqual({});
  expect(readChartView({})).toEqual(defaultChartView);
});

test('any address reads as a valid view, and reading it again changes nothing', () => {
  const junk = fc.dictionary(
    fc.constantFrom('x', 'smooth', 'y', 'clip', 'zoom', 'range', 'hide', 'base'),
    fc.oneof(
      fc.anything(),
      fc.string(),
      fc.constantFrom(
        '1_2',
        '2_1',
        '_',
        'NaN_4',
        '1_2_3',
        'Infinity_1e999',
        '%',
        'a,%E0%A4%A,b',
        7,
        -0,
        'log',
      ),
    ),
  );
  fc.assert(
    fc.property(junk, (raw) => {
      const view = readChartView(raw);
      expect(view.smoothing >= 0 && view.smoothing <= 0.999).toBe(true);
      expect(view.zoom === null || view.zoom.from < view.zoom.to).toBe(true);
      expect(readChartView({ ...writeChartView(view) })).toEqual(view);
    }),
  );
});

test('parts that are not understood fall back one by one', () => {
  expect(
    readChartView({ x: 'furlongs', smooth: 7, y: 'log', zoom: '9_3', hide: '%,a%3Ab', base: 42 }),
  ).toEqual({
    ...defaultChartView,
    isLog: true,
    hidden: ['a:b'],
    baseline: '42',
  });
});

test('a range of y names its chart, and coexists with the zoom of x', () => {
  const ranges = [
    { chart: 'loss', from: 0, to: 2.5 },
    { chart: 'metric:top_5,acc', from: null, to: 3 },
  ];
  const view = { ...defaultChartView, zoom: { from: 1, to: 9 }, ranges };
  const params = { zoom: '1_9', range: 'loss_0_2.5,metric:top_5%2Cacc__3' };
  expect(writeChartView(view)).toEqual(params);
  expect(readChartView(params)).toEqual(view);
  expect(readChartView({ range: 'loss_3_1,norm__,rate_1_x,loss_4_5' }).ranges).toEqual([
    { chart: 'loss', from: 4, to: 5 },
  ]);
});

test('a curve has a key without spaces', () => {
  expect(curveKey('ft-1', 'train loss')).toBe('ft-1:train-loss');
});

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { heatStop, stopBorders, stopCount } from './heat.ts';
import { fitCanvas } from './paint-heat.ts';

test.each([
  [0, 0],
  [Math.log(0.95), 0],
  [Math.log(0.9) - 1e-9, 1],
  [Math.log(0.011), 5],
  [Math.log(0.01), 6],
  [-50, 6],
])('a logprob of %d is stop %d', (logprob, stop) => {
  expect(heatStop(logprob)).toBe(stop);
});

test.each([Number.NaN, 0.2, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])(
  '%d is not on the scale',
  (logprob) => {
    expect(heatStop(logprob)).toBe(0);
  },
);

test('a less probable token never has a weaker stop', () => {
  const probability = fc.double({ min: 1e-12, max: 1, noNaN: true });
  fc.assert(
    fc.property(probability, probability, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(heatStop(Math.log(low))).toBeGreaterThanOrEqual(heatStop(Math.log(high)));
    }),
  );
});

test('the legend names the limits of the stops', () => {
  expect(stopBorders).toHaveLength(stopCount);
  stopBorders.forEach((border, index) => {
    expect(heatStop(Math.log(border * 0.999))).toBe(index + 1);
    expect(heatStop(Math.log(border * 1.001))).toBe(index);
  });
});

test.each([0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2])(
  'at a zoom of %d a canvas of the right size is not resized',
  (zoom) => {
    vi.stubGlobal('devicePixelRatio', zoom);
    for (let height = 10; height < 1_000; height += 50) {
      const size = { width: 0, height: 0 };
      // Like a real canvas, takes only whole pixels.
      const canvas = {
        get width() {
          return size.width;
        },
        set width(points: number) {
          size.width = Math.trunc(points);
        },
        get height() {
          return size.height;
        },
        set height(points: number) {
          size.height = Math.trunc(points);
        },
        style: { width: '', height: '' },
      };
      const frame = { width: 300, height };
      expect(fitCanvas(canvas, frame)).toBe(true);
      expect(fitCanvas(canvas, frame)).toBe(false);
    }
    vi.unstubAllGlobals();
  },
);

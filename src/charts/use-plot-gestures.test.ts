import { expect, test } from 'vitest';
import { pinched } from './use-plot-gestures.ts';

const whole = { from: 0, to: 1_000 };
const half = { from: 200, to: 700 };

test('two fingers that move together pan, and the points under them stay there', () => {
  expect(pinched(half, [100, 300], [60, 260], 500, whole)).toEqual({ from: 240, to: 740 });
  expect(pinched(half, [300, 100], [460, 260], 500, whole)).toEqual({ from: 40, to: 540 });
});

test('two fingers that move apart zoom in around their middle, and zoom out when they close', () => {
  expect(pinched(half, [150, 350], [50, 450], 500, whole)).toEqual({ from: 325, to: 575 });
  expect(pinched({ from: 325, to: 575 }, [50, 450], [150, 350], 500, whole)).toEqual(half);
});

test('the view stays within the data, and fingers that almost touch do not zoom', () => {
  expect(pinched(half, [100, 400], [240, 260], 500, whole)).toEqual(half);
  expect(pinched(half, [200, 240], [0, 0], 500, whole)).toEqual({ from: 420, to: 920 });
  expect(pinched(half, [0, 400], [200, 230], 500, whole)).toEqual(whole);
  expect(pinched(half, [0, 100], [400, 500], 500, whole)).toEqual({ from: 0, to: 500 });
});
